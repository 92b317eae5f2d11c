{#- The largest amounts of a group as a list, the largest first; nothing where the dialect ranks them. -#}
{%- macro largest_amounts(amount, number) -%}
{{ return(adapter.dispatch('largest_amounts', 'sqlmetrics')(amount, number)) }}
{%- endmacro %}

{%- macro default__largest_amounts(amount, number) -%}{%- endmacro %}

{%- macro duckdb__largest_amounts(amount, number) -%}max({{ amount }}, {{ number }}){%- endmacro %}
