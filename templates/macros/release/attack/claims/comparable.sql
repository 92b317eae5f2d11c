{#-
A column as its values are compared with claimed values: numbers in double precision, where NaN is
no value; wide whole numbers in 64 bits, texts byte by byte.
-#}
{%- macro comparable(expression, kind) -%}
{%- if kind == 'number' -%}{{ sqlmetrics.without_nan(sqlmetrics.as_double(expression)) }}
{%- elif kind == 'integer' -%}{{ sqlmetrics.as_integer(expression) }}
{%- elif kind == 'date' -%}{{ sqlmetrics.as_moment(expression) }}
{%- elif kind == 'truth' -%}{{ sqlmetrics.as_truth(expression) }}
{%- else -%}{{ sqlmetrics.group_key(sqlmetrics.as_string(expression)) }}
{%- endif -%}
{%- endmacro %}
