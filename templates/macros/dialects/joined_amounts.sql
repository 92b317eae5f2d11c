{#- The largest amounts of the lists of a group, as a list. -#}
{%- macro joined_amounts(amounts, number) -%}
{{ return(adapter.dispatch('joined_amounts', 'sqlmetrics')(amounts, number)) }}
{%- endmacro %}

{%- macro default__joined_amounts(amounts, number) -%}{%- endmacro %}

{%- macro duckdb__joined_amounts(amounts, number) -%}
list_reverse_sort(flatten(list({{ amounts }})))[1:{{ number }}]
{%- endmacro %}
