{#-
A target's cells: key_1.., value, n (its records or, where an individual is named, its distinct
individuals) and then cell_records. A partition of the target is applied here, to counts;
cell_unmapped is the number of records that it leaves out. The value may be left out where nothing
reads it, unless `always`.
-#}
{%- macro cells(plan, target, always=false) -%}
{%- set t = target.number -%}
{%- set people = plan.individual is not none -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set value = 'value_' ~ target.attribute -%}
{%- set origin = 'people' if people else 'counts' -%}
{%- set checked = target.recoding and target.recoding.unmapped == 'error' -%}
{%- set valued = always or sqlmetrics.has_marginals(plan, target) or target.weighed or target.order or target.hierarchy -%}
{%- set unmapped = 'sum(case when raw_value is not null and value is null then records else 0 end)' -%}
{{ sqlmetrics.recoded_values(plan, target, sqlmetrics.target_filter(plan, target)) }}
{%- if people and target.recoding -%}
-- a row per individual, class and value
members_{{ t }} as (
    select
        individual, {{ keys }}, value,
        {%- if checked %}
        {{ unmapped }} as unmapped,
        {%- endif %}
        sum(records) as member_records
    from recoded_{{ t }}
    group by individual, {{ keys }}, value
),
{{ sqlmetrics.member_cells(plan, target) }}
{%- elif people -%}
-- a row per cell, a class and a value in it
cells_{{ t }} as (
    select {{ keys }}, {{ value }} as value, sum(records) as cell_records, {{ sqlmetrics.count_records() }} as n
    from people
    {{- sqlmetrics.target_filter(plan, target) }}
    group by {{ keys }}, {{ value }}
)
{%- elif target.recoding -%}
-- a row per cell, a class and a value in it
cells_{{ t }} as (
    select
        {{ keys }}, value,
        {%- if checked %}
        {{ unmapped }} as cell_unmapped,
        {%- endif %}
        sum(records) as n
    from recoded_{{ t }}
    group by {{ keys }}, value
)
{%- else -%}
-- a row per cell, a class and a value in it
cells_{{ t }} as (
    select {{ keys }}, {{ value ~ ' as value, ' if valued }}records as n
    from counts
    {{- sqlmetrics.target_filter(plan, target) }}
)
{%- endif -%}
{%- endmacro %}
