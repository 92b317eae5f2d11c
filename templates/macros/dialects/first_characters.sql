{#- The first `length` characters of a text. -#}
{%- macro first_characters(expression, length) -%}
{{ return(adapter.dispatch('first_characters', 'sqlmetrics')(expression, length)) }}
{%- endmacro %}

{%- macro default__first_characters(expression, length) -%}
substr({{ expression }}, 1, {{ length }})
{%- endmacro %}

{%- macro clickhouse__first_characters(expression, length) -%}
substringUTF8({{ expression }}, 1, {{ length }})
{%- endmacro %}

{%- macro sqlserver__first_characters(expression, length) -%}
left({{ expression }}, {{ length }})
{%- endmacro %}
