{#-
The traces of a plan's people, from its relation: `pairs` (a person and a point, how often it is there), `points`
(a number for each, its holders and its hash), `traces` (the points of a person by number) and
`traced` (the people, with the number of their points). A point is a combination of the keys. Records without
a person are left out.
-#}
{%- macro event_points(plan) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set filter = sqlmetrics.target_filter(plan, plan.targets[0]) -%}
{%- set hashes = [] -%}
{%- set same = [] -%}
{%- for key in plan.quasi_identifiers -%}
{%- set name = sqlmetrics.key_name(key) -%}
{%- do hashes.append(sqlmetrics.key_hash(name, key.number)) -%}
{%- do same.append(sqlmetrics.same_key('pairs.' ~ name, 'points.' ~ name)) -%}
{%- endfor -%}
{{ sqlmetrics.counts(plan) }},
-- a person and a point, which is that person's so many times
pairs as (
    select individual, {{ keys }}, {{ sqlmetrics.as_integer('sum(records)') }} as times
    from people
    {{- filter or '\n    where 1 = 1' }} and individual is not null
    group by individual, {{ keys }}
),
-- a point by its number, and the people who hold it
points as (
    select {{ keys }}, {{ sqlmetrics.count_records() }} as holders, row_number() over (order by {{ keys }}) as point,
        {{ sqlmetrics.class_hash(hashes) }} as hash
    from pairs
    group by {{ keys }}
),
-- the points of each person
traces as (
    select pairs.individual as individual, points.point as point, points.holders as holders, points.hash as hash,
        pairs.times as times
    from pairs
    join points on {{ same | join('\n        and ') }}
),
-- a person with m points, by hash in a drawn order
traced as (
    select individual, {{ sqlmetrics.count_records() }} as m, sum(times) as events, {{ sqlmetrics.key_hash('individual', 0) }} as draw,
        avg({{ sqlmetrics.as_double('holders') }}) as holders
    from traces
    group by individual
)
{%- endmacro %}
