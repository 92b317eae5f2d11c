{#- 1 for a person whose prosecutor's risk, 1 / n_y, is above the threshold in some class, else 0.
-#}
{%- macro person_at_risk(parameters) -%}
case when 1 / {{ sqlmetrics.as_double('least_size') }} > {{ parameters.threshold }} then 1 else 0 end
{%- endmacro %}
