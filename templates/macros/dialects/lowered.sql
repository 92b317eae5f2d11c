{#- A text in lower case. -#}
{%- macro lowered(text) -%}
{{ return(adapter.dispatch('lowered', 'sqlmetrics')(text)) }}
{%- endmacro %}

{%- macro default__lowered(text) -%}lower({{ text }}){%- endmacro %}

{%- macro clickhouse__lowered(text) -%}lowerUTF8({{ text }}){%- endmacro %}
