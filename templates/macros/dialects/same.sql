{#- Whether two values are equal, NULL being equal to NULL. -#}
{%- macro same(left, right) -%}
{{ return(adapter.dispatch('same', 'sqlmetrics')(left, right)) }}
{%- endmacro %}

{%- macro default__same(left, right) -%}
({{ left }} = {{ right }} or ({{ left }} is null and {{ right }} is null))
{%- endmacro %}

{%- macro duckdb__same(left, right) -%}({{ left }} is not distinct from {{ right }}){%- endmacro %}

{%- macro postgres__same(left, right) -%}({{ left }} is not distinct from {{ right }}){%- endmacro %}

{%- macro redshift__same(left, right) -%}
({{ left }} = {{ right }} or ({{ left }} is null and {{ right }} is null))
{%- endmacro %}

{%- macro snowflake__same(left, right) -%}({{ left }} is not distinct from {{ right }}){%- endmacro %}

{%- macro trino__same(left, right) -%}({{ left }} is not distinct from {{ right }}){%- endmacro %}

{%- macro datafusion__same(left, right) -%}({{ left }} is not distinct from {{ right }}){%- endmacro %}

{%- macro sqlite__same(left, right) -%}({{ left }} is {{ right }}){%- endmacro %}

{%- macro mysql__same(left, right) -%}({{ left }} <=> {{ right }}){%- endmacro %}

{%- macro spark__same(left, right) -%}({{ left }} <=> {{ right }}){%- endmacro %}

{%- macro clickhouse__same(left, right) -%}({{ left }} is not distinct from {{ right }}){%- endmacro %}
