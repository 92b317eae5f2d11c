{#-
The largest absolute logarithm of a present value's share in a class over its share in the table, in
nats.
-#}
{%- macro class_log_ratio(parameters) -%}
{{ sqlmetrics.ln('max(case when n * table_total > class_total * value_total then n * table_total / (class_total * value_total) else class_total * value_total / (n * table_total) end)') }}
{%- endmacro %}
