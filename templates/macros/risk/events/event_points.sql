{#-
All points of a plan's people by number, from `pairs`: `points` (a point and how many people hold it) and
`traces` (the points of a person, each with its `times`).
-#}
{%- macro event_points(plan) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
-- a point by its number, and the people who hold it
points as (
    select {{ keys }}, {{ sqlmetrics.count_records() }} as holders, row_number() over (order by {{ keys }}) as point
    from pairs
    group by {{ keys }}
),
{{ sqlmetrics.event_traces(plan) }}
{%- endmacro %}
