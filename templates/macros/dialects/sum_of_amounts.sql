{#- The sum of the first amounts of a list. -#}
{%- macro sum_of_amounts(amounts, number) -%}
{{ return(adapter.dispatch('sum_of_amounts', 'sqlmetrics')(amounts, number)) }}
{%- endmacro %}

{%- macro default__sum_of_amounts(amounts, number) -%}{%- endmacro %}

{%- macro duckdb__sum_of_amounts(amounts, number) -%}list_sum({{ amounts }}[1:{{ number }}]){%- endmacro %}
