{#-
The common table expressions down to the classes of each target, for keys by which nearly every record is
alone: the classes are counted first, and only those with three records or more and two values or
more are counted by value. A class of a single value, or of two records, is known by its size and
the least and the most of its values' codes, so that all such classes are few rows.

One row stands for classes_alike equal classes. Nothing as large as the relation is kept but its
classes, by a whole number in place of their keys.
-#}
{%- macro near_unique(plan) -%}
{%- set sensitive = plan.targets | selectattr('attribute') | list -%}
{%- set parts = [sqlmetrics.key_codes(plan)] -%}
{%- for target in sensitive -%}
{%- do parts.extend([sqlmetrics.value_codes(plan, target), sqlmetrics.classes_by_code(plan, target), sqlmetrics.represented_classes(plan, target)]) -%}
{%- endfor -%}
{%- for target in plan.targets if not target.attribute -%}{%- do parts.append(sqlmetrics.represented_sizes(plan, target, sensitive[0])) -%}{%- endfor -%}
{{ parts | join(',\n') }}
{%- endmacro %}
