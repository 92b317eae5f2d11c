{#-
The count relation. Every number is a function of it: counted from the source, or read from
plan.counted, a count table of it. With an individual column its name is `people`, and it counts per
individual.
-#}
{%- macro counts(plan) -%}
{%- set several = plan.attributes | length > 1 -%}
-- {{ 'an individual with a' if plan.individual is not none
    else 'a' }} combination of the keys and {{ 'a value of one attribute' if several
    else 'the value' }}, and how many records have it
{{ 'people' if plan.individual is not none else 'counts' }} as (
    {%- if plan.counted is none %}
    {{ sqlmetrics.counting(plan) }}
    {%- else %}
    select {{ sqlmetrics.counted_columns(plan) }}{{ ', unmapped' if sqlmetrics.lost_keys(plan) }}, records
    from {{ plan.counted }} counted
    {%- endif %}
)
{%- endmacro %}
