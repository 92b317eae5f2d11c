{#- The share of a class's people who have its most frequent value. -#}
{%- macro class_certainty(parameters) -%}
{{ sqlmetrics.as_double('max(n)') }} / sum(people_here)
{%- endmacro %}
