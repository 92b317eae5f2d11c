{#- A number in double precision: cast before dividing, or some engines keep four digits. -#}
{%- macro as_double(expression) -%}
{{ return(adapter.dispatch('as_double', 'sqlmetrics')(expression)) }}
{%- endmacro %}

{%- macro default__as_double(expression) -%}cast({{ expression }} as double precision){%- endmacro %}

{%- macro duckdb__as_double(expression) -%}cast({{ expression }} as double){%- endmacro %}

{%- macro datafusion__as_double(expression) -%}cast({{ expression }} as double){%- endmacro %}

{%- macro mysql__as_double(expression) -%}cast({{ expression }} as double){%- endmacro %}

{%- macro spark__as_double(expression) -%}cast({{ expression }} as double){%- endmacro %}

{%- macro trino__as_double(expression) -%}cast({{ expression }} as double){%- endmacro %}

{%- macro bigquery__as_double(expression) -%}cast({{ expression }} as float64){%- endmacro %}

{%- macro clickhouse__as_double(expression) -%}cast({{ expression }} as Nullable(Float64)){%- endmacro %}

{%- macro sqlserver__as_double(expression) -%}cast({{ expression }} as float(53)){%- endmacro %}

{%- macro oracle__as_double(expression) -%}cast({{ expression }} as binary_double){%- endmacro %}
