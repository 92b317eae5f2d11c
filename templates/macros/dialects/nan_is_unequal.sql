{#- Whether NaN does not equal itself in a join, as `yes` or nothing. -#}
{%- macro nan_is_unequal() -%}{{ return(adapter.dispatch('nan_is_unequal', 'sqlmetrics')()) }}{%- endmacro %}

{%- macro default__nan_is_unequal() -%}{%- endmacro %}

{%- macro clickhouse__nan_is_unequal() -%}{{ 'yes' }}{%- endmacro %}

{%- macro bigquery__nan_is_unequal() -%}{{ 'yes' }}{%- endmacro %}

{%- macro trino__nan_is_unequal() -%}{{ 'yes' }}{%- endmacro %}
