{#-
The count relation, which everything else is a function of: counted from the source, or read from plan.counted, where a count table has
been made of it. With an individual column it is called `people` and counts per individual.
-#}
{%- macro counts(plan) -%}
{%- set name = 'people' if plan.individual is not none else 'counts' -%}
{%- set lost = sqlmetrics.lost_keys(plan) -%}
{%- if plan.counted is none -%}
{{ name }} as (
    {{ sqlmetrics.counting(plan) }}
)
{%- else -%}
{{ name }} as (
    select {{ sqlmetrics.counted_columns(plan) }}{{ ', unmapped' if lost }}, records
    from {{ plan.counted }} counted
)
{%- endif -%}
{%- if lost %},
unmapped_keys as (
    select sum(unmapped) as unmapped
    from {{ name }}
    {%- if plan.attributes | length > 1 %}
    where attribute = 1
    {%- endif %}
)
{%- endif -%}
{%- endmacro %}
