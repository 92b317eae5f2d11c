{#- The characters of a text from a place on, which counts from 1. -#}
{%- macro characters(expression, start, length) -%}
{{ return(adapter.dispatch('characters', 'sqlmetrics')(expression, start, length)) }}
{%- endmacro %}

{%- macro default__characters(expression, start, length) -%}
substr({{ expression }}, {{ start }}, {{ length }})
{%- endmacro %}

{%- macro clickhouse__characters(expression, start, length) -%}
substringUTF8({{ expression }}, {{ start }}, {{ length }})
{%- endmacro %}

{%- macro sqlserver__characters(expression, start, length) -%}
substring({{ expression }}, {{ start }}, {{ length }})
{%- endmacro %}
