{#-
The largest relative gain of a value in a class, p(x|y) / p(x) - 1; NULL where some value gains more
than -ln p(x), which no bound allows. No tolerance is needed: the gain is rational and the logarithm
is not, except where p(x) = 1, and then both are exactly 0.
-#}
{%- macro class_bounded_gain(parameters) -%}
case when max(case when n * table_total / (class_total * value_total) - 1 > {{ sqlmetrics.ln('table_total / value_total') }} then 1 else 0 end) = 0 then max(n * table_total / (class_total * value_total)) - 1 end
{%- endmacro %}
