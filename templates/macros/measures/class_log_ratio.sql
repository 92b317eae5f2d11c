{#- The largest |ln(p(x|y) / p(x))| of a present value, in nats. -#}
{%- macro class_log_ratio(parameters) -%}
max(abs({{ sqlmetrics.ln('p / q') }}))
{%- endmacro %}
