{#- The natural logarithm; `log` means three different things, so nothing else is used. -#}
{%- macro ln(expression) -%}{{ return(adapter.dispatch('ln', 'sqlmetrics')(expression)) }}{%- endmacro %}

{%- macro default__ln(expression) -%}ln({{ expression }}){%- endmacro %}

{%- macro sqlserver__ln(expression) -%}log({{ expression }}){%- endmacro %}
