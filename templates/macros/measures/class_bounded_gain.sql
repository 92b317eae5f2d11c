{#-
The largest (p(x|y) - p(x)) / p(x); NULL where some value gains more than -ln p(x), which no bound allows.
-#}
{%- macro class_bounded_gain(parameters) -%}
case when max(p / (q * (1 - {{ sqlmetrics.ln('q') }}))) <= 1 then max(p / q) - 1 end
{%- endmacro %}
