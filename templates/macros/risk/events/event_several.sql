{#- The number of people who have several values of a plan's only attribute, NULL being one. -#}
{%- macro event_several(plan) -%}
{%- set target = plan.targets[0] -%}
{%- set value = sqlmetrics.event_value(plan, target) -%}
with
{{ sqlmetrics.counts(plan) }},
{{ sqlmetrics.recoded_values(plan, target, sqlmetrics.target_filter(plan, target)) -}}
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
