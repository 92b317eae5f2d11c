{#-
A column's value as a text to join by; numbers that are whole here and not there have one text.
-#}
{%- macro encoded_column(column, expression) -%}
{{ sqlmetrics.encoded(sqlmetrics.as_double(expression) if column.as_double else expression) }}
{%- endmacro %}
