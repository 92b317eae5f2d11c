{#- A whole number of 64 bits, where a sum may have become wider. -#}
{%- macro as_integer(expression) -%}
{{ return(adapter.dispatch('as_integer', 'sqlmetrics')(expression)) }}
{%- endmacro %}

{%- macro default__as_integer(expression) -%}cast({{ expression }} as bigint){%- endmacro %}

{%- macro mysql__as_integer(expression) -%}cast({{ expression }} as signed){%- endmacro %}

{%- macro bigquery__as_integer(expression) -%}cast({{ expression }} as int64){%- endmacro %}

{%- macro clickhouse__as_integer(expression) -%}cast({{ expression }} as Nullable(Int64)){%- endmacro %}

{%- macro oracle__as_integer(expression) -%}cast({{ expression }} as integer){%- endmacro %}
