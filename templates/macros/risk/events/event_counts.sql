{#- The `people` of a plan's points, a person with a combination of the keys, or as a `table` the
statement that counts them. No secret is counted, unless its NULLs are left out, so that one count
serves all secrets. -#}
{%- macro event_counts(plan, table=false) -%}
{%- set points = plan if plan.nulls == 'drop' else dict(plan, attributes=[]) -%}
{{ sqlmetrics.counting(points) if table else sqlmetrics.counts(points) }}
{%- endmacro %}
