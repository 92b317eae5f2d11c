{#- The points of a plan's people, from its relation: `pairs` (a person and a point, with `events`
how many `times`). A point is a combination of the keys. Records without a person are left out.
Where the secret is counted, too, a person has one value; see `event_several`. -#}
{%- macro event_pairs(plan, events=false) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set target = plan.targets[0] -%}
{%- set recoded = target.recoding and plan.nulls == 'drop' -%}
{{ sqlmetrics.event_counts(plan) }},
-- a person and a point of that person{{ ', and in how many records it is' if events }}
pairs as (
    select individual, {{ keys }}{% if events %}, {{ sqlmetrics.as_integer('sum(records)') if recoded
        else 'records' }} as times{% endif %}
    from people
    {{- sqlmetrics.target_filter(plan, target) or '\n    where 1 = 1' }} and individual is not null
    {%- if recoded %}
    group by individual, {{ keys }}
    {%- endif %}
)
{%- endmacro %}
