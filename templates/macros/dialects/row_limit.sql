{#- The clause that keeps the first rows of an ordered result. -#}
{%- macro row_limit(rows) -%}{{ return(adapter.dispatch('row_limit', 'sqlmetrics')(rows)) }}{%- endmacro %}

{%- macro default__row_limit(rows) -%}limit {{ rows }}{%- endmacro %}

{%- macro sqlserver__row_limit(rows) -%}offset 0 rows fetch next {{ rows }} rows only{%- endmacro %}

{%- macro oracle__row_limit(rows) -%}fetch first {{ rows }} rows only{%- endmacro %}
