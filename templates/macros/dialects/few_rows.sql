{#-
A derived table of few texts, as `listed_rows`, whose rows are each a list of literals on every
dialect.
-#}
{%- macro few_rows(names, rows) -%}{{ return(adapter.dispatch('few_rows', 'sqlmetrics')(names, rows)) }}{%- endmacro %}

{%- macro default__few_rows(names, rows) -%}{{ sqlmetrics.listed_rows(names, rows) }}{%- endmacro %}

{%- macro duckdb__few_rows(names, rows) -%}{{ sqlmetrics.value_rows(names, rows) }}{%- endmacro %}
