{#- What the values of a target are ordered by: their places in its list, or numbers, dates and
texts as they are. -#}
{%- macro order_of_values(target, value) -%}
{%- if target.order == 'natural' -%}
case when {{ value }} is null then 1 else 0 end, {{ sqlmetrics.natural_order(value) }}
{%- else -%}
{%- set text = sqlmetrics.as_string(value) -%}
case{% for listed
    in target.order %}
        when {{ text }} = {{ sqlmetrics.literal(listed) }} then {{ loop.index }}{% endfor %} end
{%- endif -%}
{%- endmacro %}
