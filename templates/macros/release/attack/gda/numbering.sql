{#-
The window that numbers a relation's records: as they lie where the dialect keeps that, else in the
order of their values.
-#}
{%- macro numbering(columns) -%}
{{ return(adapter.dispatch('numbering', 'sqlmetrics')(columns)) }}
{%- endmacro %}

{%- macro default__numbering(columns) -%}
row_number() over (order by {% for column in columns %}{{ 'source.' ~ sqlmetrics.quoted(column.name) }}{{ ', '
    if not loop.last }}{% endfor %})
{%- endmacro %}

{%- macro duckdb__numbering(columns) -%}row_number() over (){%- endmacro %}
