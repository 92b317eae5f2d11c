{#-
The name of the cell of a `grid` in which a coordinate lies: where the cell begins, or its number from
the South Pole or the date line. What lies at the far end, or comes there by rounding, is in `last`.
With a `shift`, an expression, it is the cell by that number further on: round the Earth, and at a
pole the last one.
-#}
{%- macro grid_cell(expression, grid, shift=none) -%}
{%- set number = sqlmetrics.as_double(expression) -%}
{%- set size = sqlmetrics.double_literal(grid.size | string) -%}
{%- set further = ' + ' ~ shift if shift else '' -%}
{%- if grid.last is none -%}
{%- set cell = sqlmetrics.as_integer('floor(' ~ number ~ ' / ' ~ size ~ ')' ~ further) -%}
{{ sqlmetrics.as_string(cell if grid.step == 1 else cell ~ ' * ' ~ grid.step) }}
{%- else -%}
{%- set cell = 'floor((' ~ number ~ ' + '
    ~ sqlmetrics.double_literal((0 - grid.start) | string) ~ ') / ' ~ size ~ ')' -%}
{%- set own = '\n                case when ' ~ cell ~ ' < ' ~ grid.cells
    ~ '\n                then ' ~ cell ~ '\n                else ' ~ grid.last ~ ' end' -%}
{%- if shift -%}
{%- set other = '(' ~ own ~ ')' ~ further -%}
{%- set ends = [grid.cells - 1, 0] if grid.last == 0 and grid.cells > 1 else [0, grid.last] -%}
{%- set own = '\n                case when ' ~ other ~ ' < 0 then ' ~ ends[0] ~ '\n                when '
    ~ other ~ ' < ' ~ grid.cells ~ '\n                then ' ~ other ~ '\n                else '
    ~ ends[1] ~ ' end' -%}
{%- endif -%}
{{ sqlmetrics.as_string(sqlmetrics.as_integer(own)) }}
{%- endif -%}
{%- endmacro %}
