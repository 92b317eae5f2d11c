{#- The number of rows of a group, in 64 bits. -#}
{%- macro count_records() -%}{{ return(adapter.dispatch('count_records', 'sqlmetrics')()) }}{%- endmacro %}

{%- macro default__count_records() -%}count(*){%- endmacro %}

{%- macro sqlserver__count_records() -%}count_big(*){%- endmacro %}
