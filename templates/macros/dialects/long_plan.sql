{#-
What ends a statement whose CTEs a database inlines so often that its optimiser would refuse the plan.
ClickHouse stops after 10,000 steps unless the statement allows more.
-#}
{%- macro long_plan() -%}{{ return(adapter.dispatch('long_plan', 'sqlmetrics')()) }}{%- endmacro %}

{%- macro default__long_plan() -%}{%- endmacro %}

{%- macro clickhouse__long_plan() -%}
{{ '\nsettings query_plan_max_optimizations_to_apply = 1000000' }}
{%- endmacro %}
