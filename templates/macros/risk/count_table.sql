{#-
The statement that creates the count table of a plan, reading the source once; `score` with
plan.counted then reads that table.
-#}
{%- macro count_table(plan, table) -%}
{{ return(adapter.dispatch('count_table', 'sqlmetrics')(plan, table)) }}
{%- endmacro %}

{%- macro default__count_table(plan, table) -%}
create table {{ table }} as
    {{ sqlmetrics.counting(plan) }}
{%- endmacro %}

{%- macro clickhouse__count_table(plan, table) -%}
create table {{ table }} engine = MergeTree order by tuple() as
    {{ sqlmetrics.counting(plan) }}
{%- endmacro %}

{%- macro sqlserver__count_table(plan, table) -%}
{{ sqlmetrics.counting(plan, 'into ' ~ table ~ '\n    ') }}
{%- endmacro %}
