{#-
A value as `distance` takes it: finite numbers in double precision, dates in seconds, others as they
are told apart.
-#}
{%- macro measured_value(expression, kind) -%}
{%- if kind == 'date' -%}{{ sqlmetrics.as_seconds(sqlmetrics.as_moment(expression)) }}
{%- elif kind == 'number' -%}{{ sqlmetrics.finite(sqlmetrics.as_double(expression)) }}
{%- else -%}{{ sqlmetrics.text_code(sqlmetrics.comparable(expression, kind)) }}
{%- endif -%}
{%- endmacro %}
