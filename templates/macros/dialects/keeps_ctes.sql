{#-
Whether a database computes a CTE once that several others read: a text, or empty where the CTE is inlined in
each of them, so that a long chain of CTEs becomes a plan that the database refuses, as in ClickHouse.
-#}
{%- macro keeps_ctes() -%}{{ return(adapter.dispatch('keeps_ctes', 'sqlmetrics')()) }}{%- endmacro %}

{%- macro default__keeps_ctes() -%}{{ 'yes' }}{%- endmacro %}

{%- macro clickhouse__keeps_ctes() -%}{%- endmacro %}
