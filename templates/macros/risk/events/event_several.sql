{#- The number of people who have several values of a plan's only attribute, NULL being one. -#}
{%- macro event_several(plan) -%}
{%- set target = plan.targets[0] -%}
with
{{ sqlmetrics.counts(plan) }},
{{ sqlmetrics.recoded_values(plan, target, sqlmetrics.target_filter(plan, target)) -}}
owned as (
{{ sqlmetrics.event_with_several(sqlmetrics.event_values(plan, target), sqlmetrics.event_value(plan, target)) }}
)
select count(*) as {{ sqlmetrics.quoted('people') }}
from owned
where individual is not null
{%- endmacro %}
