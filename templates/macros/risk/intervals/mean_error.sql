{#-
Half the width of the 95 % normal interval of the mean of a `number` of values, from their mean and the mean of
their squares, doubles.
-#}
{%- macro mean_error(mean, squares, number) -%}
{{ sqlmetrics.double_literal('1.959963984540054') }} * sqrt(case when {{ squares }} > {{ mean }} * {{ mean }} then ({{ squares }} - {{ mean }} * {{ mean }}) / {{ number }} else 0 end)
{%- endmacro %}
