{#- The `traces`, from `pairs` and `points`: a person, a point by number and, with `events`, the
`times` that the person has it. -#}
{%- macro event_traces(plan, events=false) -%}
-- a person and a point of that person by number
traces as (
    select pairs.individual as individual, points.point as point{{ ', pairs.times as times' if events }}
    from pairs
    join points on {{ sqlmetrics.event_same_point(plan, 'pairs', 'points') }}
)
{%- endmacro %}
