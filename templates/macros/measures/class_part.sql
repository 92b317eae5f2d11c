{#- What a class adds to the mutual information: its surprise, by its share of the records. -#}
{%- macro class_part(parameters) -%}
{{ sqlmetrics.as_double('sum(n)') }} / max(total) * {{ sqlmetrics.class_surprise(parameters) }}
{%- endmacro %}
