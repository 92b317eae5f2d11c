{#-
The upper end of the 95 % Wilson interval of `hits` of `trials`; exactly 1 where all were hit, NULL
without trials: from columns with the interval's centre and error, named after the hits.
-#}
{%- macro wilson_high(hits, trials) -%}
case when {{ hits }} = {{ trials }} and {{ trials }} > 0 then 1.0
    else {{ hits }}_centre + {{ hits }}_error end
{%- endmacro %}
