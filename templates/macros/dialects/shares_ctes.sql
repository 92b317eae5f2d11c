{#-
Whether a database is known to compute a CTE once where dozens of queries read it: a text, or empty where each
of them may compute it anew.
-#}
{%- macro shares_ctes() -%}{{ return(adapter.dispatch('shares_ctes', 'sqlmetrics')()) }}{%- endmacro %}

{%- macro default__shares_ctes() -%}{%- endmacro %}

{%- macro duckdb__shares_ctes() -%}{{ 'yes' }}{%- endmacro %}

{%- macro postgres__shares_ctes() -%}{{ 'yes' }}{%- endmacro %}

{%- macro sqlite__shares_ctes() -%}{{ 'yes' }}{%- endmacro %}
