{#- The order of texts by their bytes, NULL first, which is the same on every engine. -#}
{%- macro text_order(expression) -%}
case when {{ expression }} is null then 0 else 1 end, {{ sqlmetrics.byte_order(expression) }}
{%- endmacro %}
