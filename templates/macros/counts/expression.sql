{#- A metric's expression at a level, over `targets` or `class_facts`: that of people where it has one and they are counted. -#}
{%- macro expression(metric, level) -%}
{%- if metric.of_people -%}
{{ sqlmetrics[metric.name](level, metric.parameters, people=true) if metric.parameters else sqlmetrics[metric.name](level, people=true) }}
{%- else -%}
{{ sqlmetrics[metric.name](level, metric.parameters) if metric.parameters else sqlmetrics[metric.name](level) }}
{%- endif -%}
{%- endmacro %}
