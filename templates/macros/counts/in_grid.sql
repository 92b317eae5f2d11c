{#- Whether a coordinate lies in a cell of a `grid`: within its ends, which NaN is not. -#}
{%- macro in_grid(expression, grid) -%}
{%- set number = sqlmetrics.as_double(expression) -%}
{{ number }} >= {{ sqlmetrics.double_literal(grid.ends[0] | string) }} and {{ number
    }} <= {{ sqlmetrics.double_literal(grid.ends[1] | string) }}
{%- endmacro %}
