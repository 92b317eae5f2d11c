{#- The centre of the 95 % Wilson interval of `hits` of `trials`, both at least 0 and `hits` at most `trials`. -#}
{%- macro wilson_centre(hits, trials) -%}
(({{ sqlmetrics.as_double(hits) }} + {{ sqlmetrics.as_double("'1.9207294103470494'") }}) / ({{ trials }} + {{ sqlmetrics.as_double("'3.841458820694124'") }}))
{%- endmacro %}
