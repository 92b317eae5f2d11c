{#-
The words before the brackets of a common table expression that is computed once, where the dialect
would push its rows to every reader.
-#}
{%- macro materialized() -%}{{ return(adapter.dispatch('materialized', 'sqlmetrics')()) }}{%- endmacro %}

{%- macro default__materialized() -%}{%- endmacro %}

{#- Its readers then run on all threads. -#}
{%- macro duckdb__materialized() -%}{{ 'materialized ' }}{%- endmacro %}
