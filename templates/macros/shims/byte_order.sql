{#- What to order any value by so that the order is the same on every engine: its text, by its bytes. -#}
{%- macro byte_order(expression) -%}{{ return(adapter.dispatch('byte_order', 'sqlmetrics')(expression)) }}{%- endmacro %}

{%- macro default__byte_order(expression) -%}{{ sqlmetrics.as_string(expression) }}{%- endmacro %}

{%- macro postgres__byte_order(expression) -%}{{ sqlmetrics.as_string(expression) }} collate "C"{%- endmacro %}

{%- macro redshift__byte_order(expression) -%}{{ sqlmetrics.as_string(expression) }}{%- endmacro %}
