{#- All points of a plan's people by number, from `pairs`: `points` (a point and, where `held`, how
many people hold it) and `traces` (the points of a person, with `events` each with its `times`). -#}
{%- macro event_points(plan, events=false, held=false) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
-- a point by its number{{ ', and the people who hold it' if held }}
points as (
    select {{ keys }}{%
        if held %}, {{ sqlmetrics.count_records() }} as holders{% endif %},
        row_number() over (order by {{ keys }}) as point
    from pairs
    group by {{ keys }}
),
{{ sqlmetrics.event_traces(plan, events) }}
{%- endmacro %}
