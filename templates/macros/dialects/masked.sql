{#-
The first `length` characters of a text and a `*` for each that follows: 35567 becomes 355**.
-#}
{%- macro masked(expression, length) -%}
{{ return(adapter.dispatch('masked', 'sqlmetrics')(expression, length)) }}
{%- endmacro %}

{%- macro default__masked(expression, length) -%}
rpad(
                substr({{ expression }}, 1, {{ length }}),
                cast(length({{ expression }}) as integer),
                '*')
{%- endmacro %}

{%- macro datafusion__masked(expression, length) -%}
rpad(
                substr({{ expression }}, 1, {{ length }}),
                length({{ expression }}),
                '*')
{%- endmacro %}

{%- macro mysql__masked(expression, length) -%}
rpad(
                substr({{ expression }}, 1, {{ length }}),
                char_length({{ expression }}),
                '*')
{%- endmacro %}

{%- macro bigquery__masked(expression, length) -%}
rpad(
                substr({{ expression }}, 1, {{ length }}),
                length({{ expression }}),
                '*')
{%- endmacro %}

{%- macro trino__masked(expression, length) -%}
rpad(
                substr({{ expression }}, 1, {{ length }}),
                length({{ expression }}),
                '*')
{%- endmacro %}

{%- macro clickhouse__masked(expression, length) -%}
rightPadUTF8(
                substringUTF8({{ expression }}, 1, {{ length }}),
                lengthUTF8({{ expression }}),
                '*')
{%- endmacro %}

{%- macro sqlite__masked(expression, length) -%}
substr({{ expression }}, 1, {{ length }})
                || replace(substr(hex(zeroblob(length({{ expression }}))), 2 * {{ length }} + 1),
                '00', '*')
{%- endmacro %}

{%- macro sqlserver__masked(expression, length) -%}
left({{ expression }}, {{ length }})
                + replicate('*', case
                when len({{ expression }} + '.') - 1 > {{ length }}
                then len({{ expression }} + '.') - 1 - {{ length }}
                else 0 end)
{%- endmacro %}
