{#-
The classes of a count table that fail a condition, as `failing_keys` has them, and those of the
table `out` besides, where it is not none.
-#}
{%- macro failing_classes(plan, conditions, out) -%}
with
{{ sqlmetrics.count_facts(plan) }}
{{ sqlmetrics.failing_keys(plan, conditions) }}
{%- if out is not none %}
union all
select {{ sqlmetrics.key_columns(plan) }}, failed
from {{ out }}
{%- endif %}
{%- endmacro %}
