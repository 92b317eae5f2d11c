{#-
The text behind a select list that reads no table: empty, or a table of one row where the dialect
needs one.
-#}
{%- macro one_row() -%}{{ return(adapter.dispatch('one_row', 'sqlmetrics')()) }}{%- endmacro %}

{%- macro default__one_row() -%}{%- endmacro %}

{%- macro oracle__one_row() -%}{{ ' from dual' }}{%- endmacro %}
