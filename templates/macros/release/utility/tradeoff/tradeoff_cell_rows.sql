{#-
The cells themselves, which `counted` keeps in a table, and a bounded number of them in an order
that the seed gives.
-#}
{%- macro tradeoff_cell_rows(experiment, rows=none) -%}
{%- set values = [] -%}
{%- for column in experiment.columns %}{% do values.append('v_' ~ column.number) %}{% endfor -%}
with
{{ sqlmetrics.tradeoff_cells(experiment) }}
{%- if rows is none %}
select origin, {{ values | join(', ') }}, members, tested, learnt
from cells
{%- else -%}
,
-- a row per origin and combination of values
placed_cells as (
    select
        origin, {{ values | join(', ') }}, tested, learnt,
        {{ sqlmetrics.as_double('row_number() over (partition by origin order by '
            ~ sqlmetrics.byte_ordered(values) ~ ')') }} as cell_place
    from cells
),
-- a row per origin and combination of values
stirred_cells as (
    select origin, {{ values
        | join(', ') }}, tested, learnt, cell_place, {{ sqlmetrics.remainder('48271 * cell_place + '
        ~ experiment.seed, 16777213) }} as cell_turn
    from placed_cells
),
-- a row per origin and combination of values
turned_cells as (
    select origin, {{ values
        | join(', ') }}, tested, learnt, cell_place,
        {{ sqlmetrics.remainder('cell_turn * cell_turn + cell_place', 16777213) }} as cell_turn
    from stirred_cells
),
-- a row per origin and combination of values
ordered_cells as (
    select origin, {{ values
        | join(', ') }}, tested, learnt, row_number() over (partition by origin order by cell_turn,
            cell_place) as cell_number
    from turned_cells
)
select origin, {{ values | join(', ') }}, tested, learnt, cell_number
from ordered_cells
where cell_number <= {{ rows }} + 1
order by origin, cell_number
{%- endif %}
{%- endmacro %}
