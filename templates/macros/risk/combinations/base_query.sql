{#- The query of one target's base_counts, from a count table. -#}
{%- macro base_query(plan, target) -%}
with
{{ sqlmetrics.counts(plan) }},
{{ sqlmetrics.base_counts(plan, target) }}
select {{ 'individual, ' if plan.individual is not none }}{{ sqlmetrics.key_columns(plan) }}, {{ 'value, '
    if target.attribute }}n
from base_{{ target.number }}
{%- endmacro %}
