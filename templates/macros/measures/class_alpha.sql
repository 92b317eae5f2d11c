{#- The share of a class's most frequent value, the largest p(x|y). -#}
{%- macro class_alpha(parameters) -%}
max(p)
{%- endmacro %}
