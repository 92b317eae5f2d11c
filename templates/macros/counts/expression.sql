{#- A metric's expression at a level, over `targets` or `class_facts`; where people are counted, its
own one for people. -#}
{%- macro expression(metric, level) -%}
{%- if metric.of_people -%}
{{ sqlmetrics[metric.name](level, metric.parameters, people=true) if metric.parameters
    else sqlmetrics[metric.name](level, people=true) }}
{%- else -%}
{{ sqlmetrics[metric.name](level, metric.parameters) if metric.parameters
    else sqlmetrics[metric.name](level) }}
{%- endif -%}
{%- endmacro %}
