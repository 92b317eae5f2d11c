{#- How often a class's most frequent value stands in it. -#}
{%- macro class_largest(parameters) -%}
max(n)
{%- endmacro %}
