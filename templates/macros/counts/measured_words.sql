{#- The words of the expressions of a plan's metrics, each between blanks. -#}
{%- macro measured_words(plan) -%}
{%- set expressions = [] -%}
{%- for metric in plan.metrics -%}
    {%- do expressions.append(sqlmetrics.measured(plan, metric)) -%}
{%- endfor -%}
{{ sqlmetrics.words(expressions | join(' ')) }}
{%- endmacro %}
