{#-
The count relation, of which every number is a function: counted from the source, or read from
plan.counted, a count table of it. With an individual column its name is `people`, and it counts per
individual.
-#}
{%- macro counts(plan) -%}
{%- set name = 'people' if plan.individual is not none else 'counts' -%}
{%- set lost = sqlmetrics.lost_keys(plan) -%}
{%- if plan.counted is none -%}
-- a row per combination of {{ 'individual, ' if plan.individual is not none }}keys and value
{{ name }} as (
    {{ sqlmetrics.counting(plan) }}
)
{%- else -%}
-- a row per combination of {{ 'individual, ' if plan.individual is not none }}keys and value
{{ name }} as (
    select {{ sqlmetrics.counted_columns(plan) }}{{ ', unmapped' if lost }}, records
    from {{ plan.counted }} counted
)
{%- endif -%}
{%- if lost %},
-- one row, the records with a key in no domain
unmapped_keys as (
    select sum(unmapped) as unmapped
    from {{ name }}
    {%- if plan.attributes | length > 1 %}
    where attribute = 1
    {%- endif %}
)
{%- endif -%}
{%- endmacro %}
