{#- A person's largest 1 / n_y. -#}
{%- macro person_risk(parameters) -%}
1 / {{ sqlmetrics.as_double('least_size') }}
{%- endmacro %}
