{#- The square of a class's size, n_y^2. -#}
{%- macro class_squares(parameters) -%}
{{ sqlmetrics.as_double('class_size') }} * class_size
{%- endmacro %}
