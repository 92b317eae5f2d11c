{#- The lower end of the 95 % Wilson interval of `hits` of `trials`; exactly 0 where nothing was hit, NULL without trials. -#}
{%- macro wilson_low(hits, trials) -%}
case when {{ trials }} > 0 then case when {{ hits }} = 0 then 0.0 else {{ sqlmetrics.wilson_centre(hits, trials) }} - {{ sqlmetrics.wilson_error(hits, trials) }} end end
{%- endmacro %}
