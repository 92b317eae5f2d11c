{#- A value of a column of numbers or dates as a number, of days where it is a date. -#}
{%- macro linkage_amount(column, value) -%}
{{ sqlmetrics.as_seconds(value) ~ ' / 86400' if column.kind == 'date' else sqlmetrics.as_double(value) }}
{%- endmacro %}
