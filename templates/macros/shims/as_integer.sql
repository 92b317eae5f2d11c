{#- A whole number of 64 bits, where a sum may have become wider. -#}
{%- macro as_integer(expression) -%}{{ return(adapter.dispatch('as_integer', 'sqlmetrics')(expression)) }}{%- endmacro %}

{%- macro default__as_integer(expression) -%}cast({{ expression }} as bigint){%- endmacro %}
