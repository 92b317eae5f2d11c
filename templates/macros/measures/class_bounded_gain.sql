{#-
The largest relative gain of a value in a class, p(x|y) / p(x) - 1; NULL where some value gains more
than -ln p(x), which no bound allows. No tolerance is needed: the gain is rational and the logarithm
is not, except where p(x) = 1, and then both are exactly 0.
-#}
{%- macro class_bounded_gain(parameters) -%}
case when max(n * table_total / (value_total * (1 + {{ sqlmetrics.ln('table_total / value_total') }}))) <= sum(n) then {{ sqlmetrics.class_ratio(parameters) }} - 1 end
{%- endmacro %}
