{#- The records of a class where a prosecutor's risk, 1 / n_y, is above the threshold. -#}
{%- macro class_at_risk(parameters) -%}
case when 1 / {{ sqlmetrics.as_double('class_size') }} > {{ parameters.threshold }}
            then class_size else 0 end
{%- endmacro %}
