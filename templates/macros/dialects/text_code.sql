{#- A value that is only compared for equality with many others: itself, or a number of 64 bits. -#}
{%- macro text_code(expression) -%}
{{ return(adapter.dispatch('text_code', 'sqlmetrics')(expression)) }}
{%- endmacro %}

{%- macro default__text_code(expression) -%}{{ expression }}{%- endmacro %}

{#- Never NULL: the hash of NULL is a number too. -#}
{%- macro duckdb__text_code(expression) -%}hash({{ expression }}){%- endmacro %}
