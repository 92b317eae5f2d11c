{#- The values of a class among which a person's is open: one where everybody has the same. -#}
{%- macro class_open_values(parameters) -%}
{{ sqlmetrics.as_double('case when max(n) = sum(people_here) then 1 else count(*) end') }}
{%- endmacro %}
