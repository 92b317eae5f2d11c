{#- A metric's expression at the plan's level, over `targets` or `class_facts`. -#}
{%- macro measured(plan, metric) -%}
{{ sqlmetrics[metric.name](plan.level, metric.parameters) if metric.parameters
    else sqlmetrics[metric.name](plan.level) }}
{%- endmacro %}
