{#-
The individuals of each slice: its name as `slice`, and how many they are as `people`. Slices are named and numbered
as in the score records, by the records that all targets have.
-#}
{%- macro slice_people(plan) -%}
{%- set columns = sqlmetrics.slice_columns(plan) -%}
with
{{ sqlmetrics.counts(plan) }},
-- the records of each target, and every slice
sizes as (
    select {{ columns }}0 as records
    from people
    {%- for target in plan.targets %}
    union all
    select {{ columns }}records
    from people
    {{- sqlmetrics.target_filter(plan, target) }}
    {%- endfor %}
),
{{ sqlmetrics.slices_in_order(plan, 'sizes', 'records') }}
-- an individual in a slice
members as (
    select {{ columns }}individual
    from people
    group by {{ columns }}individual
)
select slice_name as {{ sqlmetrics.quoted('slice') }}, {{ sqlmetrics.count_records() }} as {{ sqlmetrics.quoted('people') }}
from members
{{ sqlmetrics.joined_slices(plan) }}
group by slice_name
{%- endmacro %}
