{#- A double, or NULL where it is not a number and the dialect has such doubles. -#}
{%- macro without_nan(number) -%}
{{ return(adapter.dispatch('without_nan', 'sqlmetrics')(number)) }}
{%- endmacro %}

{%- macro default__without_nan(number) -%}{{ number }}{%- endmacro %}

{%- macro duckdb__without_nan(number) -%}nullif({{ number }}, 'nan'){%- endmacro %}

{%- macro postgres__without_nan(number) -%}nullif({{ number }}, 'NaN'){%- endmacro %}

{%- macro redshift__without_nan(number) -%}{{ number }}{%- endmacro %}

{%- macro snowflake__without_nan(number) -%}nullif({{ number }}, 'NaN'){%- endmacro %}

{%- macro spark__without_nan(number) -%}nanvl({{ number }}, {{ sqlmetrics.as_double('null') }}){%- endmacro %}

{%- macro datafusion__without_nan(number) -%}
nullif({{ number }}, {{ sqlmetrics.as_double("'NaN'") }})
{%- endmacro %}

{%- macro clickhouse__without_nan(number) -%}
case when isNaN({{ number }}) then null else {{ number }} end
{%- endmacro %}

{%- macro bigquery__without_nan(number) -%}
case when is_nan({{ number }}) then null else {{ number }} end
{%- endmacro %}

{%- macro trino__without_nan(number) -%}
case when is_nan({{ number }}) then null else {{ number }} end
{%- endmacro %}
