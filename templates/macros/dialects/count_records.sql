{#- The number of rows of a group, or of a window, `over`, as a whole number with a sign in 64 bits. -#}
{%- macro count_records(over='') -%}
{{ return(adapter.dispatch('count_records', 'sqlmetrics')(over)) }}
{%- endmacro %}

{%- macro default__count_records(over) -%}count(*){{ over }}{%- endmacro %}

{%- macro clickhouse__count_records(over) -%}cast(count(*){{ over }} as Nullable(Int64)){%- endmacro %}

{%- macro sqlserver__count_records(over) -%}count_big(*){{ over }}{%- endmacro %}
