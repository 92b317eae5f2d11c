{#- How many rows meet a condition. -#}
{%- macro count_where(condition) -%}{{ return(adapter.dispatch('count_where', 'sqlmetrics')(condition)) }}{%- endmacro %}

{%- macro default__count_where(condition) -%}count(case when {{ condition }} then 1 end){%- endmacro %}

{#- Faster; NULL where the condition is NULL for all rows. -#}
{%- macro duckdb__count_where(condition) -%}coalesce(count_if({{ condition }}), 0){%- endmacro %}
