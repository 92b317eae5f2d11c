{#-
Whether counts may be read several times, as `yes` or nothing: a common table expression is computed
once for all that read it, the fact `keeps_counts` of the dialect, or they are `counted` in a table.
-#}
{%- macro keeps_counts(counted) -%}{{ return(adapter.dispatch('keeps_counts', 'sqlmetrics')(counted)) }}{%- endmacro %}

{%- macro default__keeps_counts(counted) -%}{{ 'yes' if counted is not none }}{%- endmacro %}

{%- macro duckdb__keeps_counts(counted) -%}{{ 'yes' }}{%- endmacro %}

{%- macro postgres__keeps_counts(counted) -%}{{ 'yes' }}{%- endmacro %}

{%- macro redshift__keeps_counts(counted) -%}{{ 'yes' if counted is not none }}{%- endmacro %}

{%- macro sqlite__keeps_counts(counted) -%}{{ 'yes' }}{%- endmacro %}

{#- It mistakes queries of the same names in several nested statements for each other. -#}
{%- macro clickhouse__keeps_counts(counted) -%}{%- endmacro %}
