{#- Half the width of the 95 % Wilson interval of `hits` of `trials`; z = 1.959963984540054. -#}
{%- macro wilson_error(hits, trials) -%}
({{ sqlmetrics.as_double("'1.959963984540054'") }} / ({{ trials }} + {{ sqlmetrics.as_double("'3.841458820694124'") }}) * sqrt({{ sqlmetrics.as_double(hits) }} * ({{ trials }} - {{ hits }}) / {{ trials }} + {{ sqlmetrics.as_double("'0.9603647051735311'") }}))
{%- endmacro %}
