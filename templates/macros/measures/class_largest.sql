{#- The count of a class's most frequent value. -#}
{%- macro class_largest(parameters) -%}
max(n)
{%- endmacro %}
