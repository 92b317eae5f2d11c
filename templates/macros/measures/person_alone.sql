{#- 1 for a person who is alone in at least one class, else 0. -#}
{%- macro person_alone(parameters) -%}
case when least_size = 1 then 1 else 0 end
{%- endmacro %}
