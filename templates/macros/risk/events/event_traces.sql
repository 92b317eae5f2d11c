{#- The `traces`, from `pairs` and `points`: a person and a point by number, which is that person's so many times. -#}
{%- macro event_traces(plan) -%}
-- the points of each person
traces as (
    select pairs.individual as individual, points.point as point, pairs.times as times
    from pairs
    join points on {{ sqlmetrics.event_same_point(plan, 'pairs', 'points') }}
)
{%- endmacro %}
