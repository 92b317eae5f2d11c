{#- At most `rows` rows of a query in no order, behind its last clause. -#}
{%- macro any_rows(rows) -%}{{ return(adapter.dispatch('any_rows', 'sqlmetrics')(rows)) }}{%- endmacro %}

{%- macro default__any_rows(rows) -%}{{ sqlmetrics.row_limit(rows) }}{%- endmacro %}

{#- A limit follows `order by` there. -#}
{%- macro sqlserver__any_rows(rows) -%}order by (select null) {{ sqlmetrics.row_limit(rows) }}{%- endmacro %}
