{#-
The classes of a count table that fail a condition, as `failing_keys` has them, and the classes of
the table `out` besides, where it is not none.
-#}
{%- macro failing_classes(plan, conditions, out, alone) -%}
with
{{ sqlmetrics.class_measures(plan, alone) }}
{{ sqlmetrics.failing_keys(plan, conditions) }}
{%- if out is not none %}
union all
select {{ sqlmetrics.key_columns(plan) }}, failed
from {{ out }}
{%- endif %}
{%- endmacro %}
