{#-
The lower end of the 95 % Wilson interval of `hits` of `trials`; exactly 0 where nothing was hit, NULL
without trials: from columns with the interval's centre and error, named after the hits.
-#}
{%- macro wilson_low(hits, trials) -%}
case when {{ hits }} = 0 and {{ trials }} > 0 then 0.0 else {{ hits }}_centre - {{ hits }}_error end
{%- endmacro %}
