{#- A metric's expression at the plan's level, over `targets` or `class_facts`. -#}
{%- macro measured(plan, metric) -%}
{{ sqlmetrics.expression(metric, plan.level) }}
{%- endmacro %}
