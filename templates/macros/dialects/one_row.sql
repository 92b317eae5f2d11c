{#- What stands behind a select list that reads no table: nothing, but where the dialect wants a table of one row. -#}
{%- macro one_row() -%}{{ return(adapter.dispatch('one_row', 'sqlmetrics')()) }}{%- endmacro %}

{%- macro default__one_row() -%}{%- endmacro %}

{%- macro oracle__one_row() -%}{{ ' from dual' }}{%- endmacro %}
