{#- A text to order by, byte by byte, where the database's collation would order it otherwise. -#}
{%- macro byte_order(expression) -%}
{{ return(adapter.dispatch('byte_order', 'sqlmetrics')(expression)) }}
{%- endmacro %}

{%- macro default__byte_order(expression) -%}{{ expression }}{%- endmacro %}

{%- macro postgres__byte_order(expression) -%}{{ expression }} collate "C"{%- endmacro %}

{%- macro redshift__byte_order(expression) -%}{{ expression }}{%- endmacro %}
