{#-
The largest absolute logarithm of a present value's share in a class over its share in the table, in
nats; 0 exactly where all are equal, which rounding would miss.
-#}
{%- macro class_log_ratio(parameters) -%}
{%- set gained = 'max(n / value_total) * max(table_total) / sum(n)' -%}
{%- set lost = 'sum(n) / (min(n / value_total) * max(table_total))' -%}
{{ sqlmetrics.ln('case when ' ~ gained ~ ' > ' ~ lost ~ ' and ' ~ gained ~ ' > 1 + 1e-12 then ' ~ gained ~ ' when ' ~ lost ~ ' > 1 + 1e-12 then ' ~ lost ~ ' else 1 end') }}
{%- endmacro %}
