{#- The `traces`, from `pairs` and `points`: a person, a point by number, and the `times` that the person has it. -#}
{%- macro event_traces(plan) -%}
-- the points of each person
traces as (
    select pairs.individual as individual, points.point as point, pairs.times as times
    from pairs
    join points on {{ sqlmetrics.event_same_point(plan, 'pairs', 'points') }}
)
{%- endmacro %}
