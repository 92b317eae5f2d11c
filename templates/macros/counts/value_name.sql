{#- The column of a sensitive attribute, by its number, in a statement: under its own name, or numbered. -#}
{%- macro value_name(plan, number) -%}
{%- set alias = plan.value_aliases[number - 1] if plan.value_aliases else none -%}
{{ 'value_' ~ number if alias is none else sqlmetrics.quoted(alias) }}
{%- endmacro %}
