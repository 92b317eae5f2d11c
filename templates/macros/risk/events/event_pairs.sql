{#-
The people of a plan's relation and their points: `pairs` (a person and a point, which that person has `times`
times) and `traced` (the people, with the numbers of their points and events). A point is a combination of the
keys. Records without a person are left out. Where a sensitive attribute is counted, too, a person has one value;
see `event_several`.
-#}
{%- macro event_pairs(plan) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set target = plan.targets[0] -%}
{{ sqlmetrics.counts(plan) }},
-- a person and a point, which that person has that many times
pairs as (
    select individual, {{ keys }}, {{ sqlmetrics.as_integer('sum(records)') if target.recoding else 'records' }} as times
    from people
    {{- sqlmetrics.target_filter(plan, target) or '\n    where 1 = 1' }} and individual is not null
    {%- if target.recoding %}
    group by individual, {{ keys }}
    {%- endif %}
),
-- a person with the numbers of points and events
traced as (
    select individual, {{ sqlmetrics.count_records() }} as points, {{ sqlmetrics.as_integer('sum(times)') }} as events
    from pairs
    group by individual
)
{%- endmacro %}
