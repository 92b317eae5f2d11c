{#-
The classes of `keyed_records` that take part: key_1.., n and, where a partition may leave values
out, the records of such values.
-#}
{%- macro key_classes(plan) -%}
{%- set lost = sqlmetrics.lost_keys(plan) -%}
-- a row per class
key_classes as (
    select {{ sqlmetrics.key_columns(plan) }}, {{ 'sum(unmapped) as unmapped, '
        if lost }}{{ sqlmetrics.count_records() }} as n
    from keyed_records
    {{- sqlmetrics.target_filter(plan, plan.targets[0]) }}
    group by {{ sqlmetrics.key_columns(plan) }}
)
{%- endmacro %}
