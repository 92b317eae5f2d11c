{#-
The number of rows that meet a condition; NULL, in some dialects, where it is true or false of none.
-#}
{%- macro count_where(condition) -%}
{{ return(adapter.dispatch('count_where', 'sqlmetrics')(condition)) }}
{%- endmacro %}

{%- macro default__count_where(condition) -%}count(case when {{ condition }} then 1 end){%- endmacro %}

{%- macro duckdb__count_where(condition) -%}count_if({{ condition }}){%- endmacro %}
