{#- An aggregate: the smaller of the records whose number is the least. -#}
{%- macro first_by(record, number) -%}{{ return(adapter.dispatch('first_by', 'sqlmetrics')(record, number)) }}{%- endmacro %}

{%- macro default__first_by(record, number) -%}min({{ record }}){%- endmacro %}

{%- macro duckdb__first_by(record, number) -%}arg_min({{ record }}, {{ number }}){%- endmacro %}
