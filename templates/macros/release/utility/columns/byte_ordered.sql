{#- Texts to order by, byte by byte. -#}
{%- macro byte_ordered(expressions) -%}
{%- for expression in expressions -%}
    {{ sqlmetrics.byte_order(expression) }}{{ ', ' if not loop.last }}
{%- endfor -%}
{%- endmacro %}
