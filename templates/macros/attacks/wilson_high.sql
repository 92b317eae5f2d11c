{#- The upper end of the 95 % Wilson interval of `hits` of `trials`; exactly 1 where all were hit, NULL without trials. -#}
{%- macro wilson_high(hits, trials) -%}
case when {{ trials }} > 0 then case when {{ hits }} = {{ trials }} then 1.0 else {{ sqlmetrics.wilson_centre(hits, trials) }} + {{ sqlmetrics.wilson_error(hits, trials) }} end end
{%- endmacro %}
