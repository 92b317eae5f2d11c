{#-
The CTEs of the column's pairs of an outside and a released value that are nearly equal, and not equal:
numbers that differ by `nearly` at most, dates by as many days, and texts by one letter.
-#}
{%- macro linkage_near(column, plan) -%}
{%- set v = 'v' ~ column.place -%}
{%- if column.kind == 'text' -%}
{{ sqlmetrics.linkage_letters(column, plan) }}
{%- else -%}
{%- set reach = sqlmetrics.double_literal(column.nearly) -%}
{%- set amount = sqlmetrics.as_seconds(v) ~ ' / 86400' if column.kind == 'date'
    else sqlmetrics.as_double(v) -%}
{%- for side in ('outside', 'released') -%}
-- a row per {{ side }} value, as a number
{{ side }}_{{ column.place }} as {{ sqlmetrics.materialized() }}(
    select {{ v }} as kept, {{ amount }} as amount, floor(({{ amount }}) / {{ reach }}) as step
    from (select distinct {{ v }} from {{ side }} where {{ v }} is not null) held
),
{% endfor -%}
-- a row per pair of values that are nearly equal
near_{{ column.place }} as {{ sqlmetrics.materialized() }}(
    select mine.kept as outside_value, theirs.kept as released_value
    from outside_{{ column.place }} mine
    cross join {{ sqlmetrics.number_rows(['beside'], [[-1], [0], [1]]) }} steps
    join released_{{ column.place }} theirs on theirs.step = mine.step + steps.beside
    where abs(theirs.amount - mine.amount) <= {{ reach }} and mine.amount <> theirs.amount
)
{%- endif -%}
{%- endmacro %}
