{#- A value as `distance` takes it: numbers in double precision, moments in seconds, others as they are compared. -#}
{%- macro measured_value(expression, kind) -%}
{{ sqlmetrics.as_seconds(sqlmetrics.as_moment(expression)) if kind == 'moment' else sqlmetrics.comparable(expression, kind) }}
{%- endmacro %}
