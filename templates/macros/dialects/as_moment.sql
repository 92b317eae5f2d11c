{#-
A date, a date with a time of day, or the ISO text of one, as a value that compares with others of
these; a date is its midnight.
-#}
{%- macro as_moment(expression) -%}
{{ return(adapter.dispatch('as_moment', 'sqlmetrics')(expression)) }}
{%- endmacro %}

{%- macro default__as_moment(expression) -%}cast({{ expression }} as timestamp){%- endmacro %}

{%- macro sqlite__as_moment(expression) -%}strftime('%Y-%m-%d %H:%M:%f', {{ expression }}){%- endmacro %}

{%- macro mysql__as_moment(expression) -%}cast({{ expression }} as datetime(6)){%- endmacro %}

{%- macro bigquery__as_moment(expression) -%}cast({{ expression }} as datetime){%- endmacro %}

{%- macro clickhouse__as_moment(expression) -%}
cast({{ expression }} as Nullable(DateTime64(6)))
{%- endmacro %}

{%- macro snowflake__as_moment(expression) -%}cast({{ expression }} as timestamp_ntz){%- endmacro %}

{%- macro trino__as_moment(expression) -%}cast({{ expression }} as timestamp(6)){%- endmacro %}

{%- macro sqlserver__as_moment(expression) -%}cast({{ expression }} as datetime2(6)){%- endmacro %}

{%- macro oracle__as_moment(expression) -%}
to_timestamp({{ expression }}, 'YYYY-MM-DD HH24:MI:SS.FF6')
{%- endmacro %}
