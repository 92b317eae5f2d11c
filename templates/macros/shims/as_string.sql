{#- A value as text, the form in which mappings name it. -#}
{%- macro as_string(expression) -%}{{ return(adapter.dispatch('as_string', 'sqlmetrics')(expression)) }}{%- endmacro %}

{%- macro default__as_string(expression) -%}cast({{ expression }} as varchar){%- endmacro %}
