{#- The number of points of a trace, which its first ten digits are, without the one before it; see
`event_people`. -#}
{%- macro event_trace_points(trace) -%}
{{ sqlmetrics.as_integer(sqlmetrics.first_characters(trace, 10)) }} - 1000000000
{%- endmacro %}
