{#- A person's largest individual risk. -#}
{%- macro person_individual_risk(parameters) -%}
most_class_individual_risk
{%- endmacro %}
