{#- A number in double precision: cast before dividing, or some engines keep four digits. -#}
{%- macro as_double(expression) -%}{{ return(adapter.dispatch('as_double', 'sqlmetrics')(expression)) }}{%- endmacro %}

{%- macro default__as_double(expression) -%}cast({{ expression }} as double precision){%- endmacro %}

{%- macro duckdb__as_double(expression) -%}cast({{ expression }} as double){%- endmacro %}
