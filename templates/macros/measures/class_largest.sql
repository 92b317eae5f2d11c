{#- The records of a class that have its most frequent value. -#}
{%- macro class_largest(parameters) -%}
{{ sqlmetrics.as_double('max(n)') }}
{%- endmacro %}
