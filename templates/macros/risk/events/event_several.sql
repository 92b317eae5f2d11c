{#- The number of people who have several values of a plan's only attribute, NULL being one. `valued` is as in
`event_valued`. -#}
{%- macro event_several(plan, valued=none) -%}
{%- set target = plan.targets[0] -%}
with
{{ sqlmetrics.event_valued(plan, target, valued) -}}
owned as (
{{ sqlmetrics.event_with_several(sqlmetrics.event_values(plan, target),
    sqlmetrics.event_value(plan, target), not target.recoding) }}
)
select count(*) as {{ sqlmetrics.quoted('people') }}
from owned
where individual is not null
{%- endmacro %}
