{#- The share of a class's most frequent value. -#}
{%- macro class_alpha(parameters) -%}
{{ sqlmetrics.as_double('max(n)') }} / {{ sqlmetrics.as_double('sum(n)') }}
{%- endmacro %}
