{#- The ordered pairs of different records of a class, n_y (n_y - 1). -#}
{%- macro class_pairs(parameters) -%}
{{ sqlmetrics.as_double('class_size') }} * (class_size - 1)
{%- endmacro %}
