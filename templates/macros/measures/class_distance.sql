{#- Half the sum of |p(x|y) - p(x)|: what the values of the class gain. -#}
{%- macro class_distance(parameters) -%}
sum(case when p > q then p - q else 0 end)
{%- endmacro %}
