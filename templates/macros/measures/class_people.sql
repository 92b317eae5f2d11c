{#- The people of a class, each once however many values they have. -#}
{%- macro class_people(parameters) -%}
{{ sqlmetrics.as_double('sum(people_here)') }}
{%- endmacro %}
