{#- The individuals of each slice: its name as `slice`, and how many they are as `people`. Slices
are named and numbered as in the score records. -#}
{%- macro slice_people(plan) -%}
{%- set columns = sqlmetrics.slice_columns(plan) -%}
with
{{ sqlmetrics.counts(plan) }},
{{ sqlmetrics.slices_in_order(plan, 'people' ~ (' where attribute = 1' if plan.attributes | length > 1),
    'records') }}
-- an individual in a slice
members as (
    select {{ columns }}individual
    from people
    group by {{ columns }}individual
)
select slice_name as {{ sqlmetrics.quoted('slice') }},
{{ sqlmetrics.count_records() }} as {{ sqlmetrics.quoted('people') }}
from members
{{ sqlmetrics.joined_slices(plan) }}
group by slice_name
{%- endmacro %}
