{#-
The name of the cell of a `grid` in which a coordinate lies: where the cell begins, or its number from
the South Pole or the date line. What lies at the far end, or comes there by rounding, is in `last`.
-#}
{%- macro grid_cell(expression, grid) -%}
{%- set number = sqlmetrics.as_double(expression) -%}
{%- set size = sqlmetrics.double_literal(grid.size | string) -%}
{%- if grid.last is none -%}
{%- set cell = sqlmetrics.as_integer('floor(' ~ number ~ ' / ' ~ size ~ ')') -%}
{{ sqlmetrics.as_string(cell if grid.step == 1 else cell ~ ' * ' ~ grid.step) }}
{%- else -%}
{%- set cell = 'floor((' ~ number ~ ' + '
    ~ sqlmetrics.double_literal((0 - grid.start) | string) ~ ') / ' ~ size ~ ')' -%}
{{ sqlmetrics.as_string(sqlmetrics.as_integer('\n                case when ' ~ cell ~ ' < ' ~ grid.cells
    ~ '\n                then ' ~ cell ~ '\n                else ' ~ grid.last ~ ' end')) }}
{%- endif -%}
{%- endmacro %}
