{#- The number of people who have several values of a plan's only attribute, NULL being one. `valued` is as in
`event_valued`. -#}
{%- macro event_several(plan, valued=none) -%}
{%- set target = plan.targets[0] -%}
{%- set value = sqlmetrics.event_value(plan, target) -%}
with
{{ sqlmetrics.event_valued(plan, target, valued) -}}
owned as (
    select individual
    from {{ sqlmetrics.event_values(plan, target) }}
    group by individual
    having count(distinct {{ value }}) + max(case when {{ value }} is null then 1 else 0 end) > 1
)
select count(*) as {{ sqlmetrics.quoted('people') }}
from owned
where individual is not null
{%- endmacro %}
