{#-
The CTEs of the column's pairs of an outside and a released value that are nearly equal, and not equal:
numbers that differ by `nearly` at most, dates by as many days, and texts by one letter. Steps of numbers are
a little wider than `nearly`, so that rounding takes no two near ones two steps apart.
-#}
{%- macro linkage_near(column, plan) -%}
{%- set v = 'v' ~ column.place -%}
{%- if column.kind == 'text' -%}
{{ sqlmetrics.linkage_letters(column, plan) }}
{%- else -%}
{%- set reach = sqlmetrics.double_literal(column.nearly) -%}
{%- set width = reach ~ ' * ' ~ sqlmetrics.double_literal('1.000001') -%}
{%- set amount = sqlmetrics.linkage_amount(column, v) -%}
{%- for side in ('outside', 'released') -%}
-- a row per {{ side }} value, as a number{{ ', and per step beside it' if side == 'outside' }}
{{ side }}_{{ column.place }} as {{ sqlmetrics.materialized() }}(
    select {{ v }} as kept, {{ amount }} as amount, floor(({{ amount }}) / ({{ width }}))
        {{- ' + steps.beside' if side == 'outside' }} as step
    from (select distinct {{ v }} from {{ side }} where {{ v }} is not null) held
    {%- if side == 'outside' %}
    cross join {{ sqlmetrics.number_rows(['beside'], [[-1], [0], [1]]) }} steps
    {%- endif %}
),
{% endfor -%}
-- a row per pair of values that are nearly equal
near_{{ column.place }} as {{ sqlmetrics.materialized() }}(
    select mine.kept as outside_value, theirs.kept as released_value
    from outside_{{ column.place }} mine
    join released_{{ column.place }} theirs on theirs.step = mine.step
    where abs(theirs.amount - mine.amount) <= {{ reach }} and mine.kept <> theirs.kept
)
{%- endif -%}
{%- endmacro %}
