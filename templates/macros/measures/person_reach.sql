{#- A person's largest 1 / F_y, with the population's people F_y of a class. -#}
{%- macro person_reach(parameters) -%}
most_class_reach
{%- endmacro %}
