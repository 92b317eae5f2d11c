{#- The people of a class who are alone in it: one or none. -#}
{%- macro class_alone(parameters) -%}
case when class_size = 1 then 1 else 0 end
{%- endmacro %}
