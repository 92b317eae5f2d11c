{#-
The common table expressions down to `sums` of each target, for keys by which nearly every record is
alone: the classes are counted first, and only those with three records or more and two values or
more are counted by value. A class of a single value, or of two records, is known by its size and
the least and the most of its values' codes, so that all such classes are few rows.

One row stands for classes_alike equal classes. Nothing as large as the relation is kept but its
classes, by a whole number in place of their keys.
-#}
{%- macro near_unique(plan, summed) -%}
{%- set sensitive = plan.targets | selectattr('attribute') | list -%}
{{ sqlmetrics.key_codes(plan) }},
{%- for target in sensitive %}
{{ sqlmetrics.value_codes(plan, target) }},
{%- if sqlmetrics.has_marginals(plan, target) %}
{{ sqlmetrics.marginals(plan, target, origin='codes_of_values_' ~ target.number) }},
{%- endif %}
{{ sqlmetrics.classes_by_code(plan, target) }},
{{ sqlmetrics.represented_classes(plan, target) }},
{{ sqlmetrics.alike_classes(plan, target) }}{{ ',' if not summed }}
{%- endfor %}
{%- for target in plan.targets if not target.attribute %}
{{ sqlmetrics.represented_sizes(plan, target, sensitive[0]) }},
{{ sqlmetrics.alike_classes(plan, target) }}{{ ',' if not summed }}
{%- endfor %}
{%- endmacro %}
