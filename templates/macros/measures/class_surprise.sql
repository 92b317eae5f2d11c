{#- The relative entropy of a class to the table, in bits; it is not below 0 but by rounding. -#}
{%- macro class_surprise(parameters) -%}
abs({{ sqlmetrics.kahan_sum('p * (h_q - h_p)') }})
{%- endmacro %}
