{#- The largest p(x|y) / p(x). -#}
{%- macro class_ratio(parameters) -%}
max(p / q)
{%- endmacro %}
