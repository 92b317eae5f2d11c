{#-
Whether cells are joined to their values in the table, as `yes` or nothing: a common table expression is
computed once for several readers, and a join that takes NULL for equal to NULL is hashed. Else windows
read the cells alone, so that the source is read once wherever it is.
-#}
{%- macro joins_values() -%}{{ return(adapter.dispatch('joins_values', 'sqlmetrics')()) }}{%- endmacro %}

{%- macro default__joins_values() -%}{%- endmacro %}

{%- macro duckdb__joins_values() -%}{{ 'yes' }}{%- endmacro %}
