{#- Half the width of the 95 % normal interval of a mean about its `mean_centre`, from the columns
<name>_squares, the mean of the squares, and <name>_centre. -#}
{%- macro mean_error(name, most, number) -%}
{%- set spread = '(' ~ number ~ ' * ' ~ name ~ '_squares + 2 * ' ~ most ~ ' * ' ~ most ~ ') / (' ~ number
    ~ ' + 4) - ' ~ name ~ '_centre * ' ~ name ~ '_centre' -%}
{{ sqlmetrics.double_literal('1.959963984540054') }}
    * sqrt(case when {{ spread }} > 0 then ({{ spread }}) / ({{ number }} + 4) else 0 end)
{%- endmacro %}
