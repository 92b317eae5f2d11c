{#-
The count of a class's most frequent value over the counts of all values from the l-th on; NULL
where it has fewer than l values.
-#}
{%- macro class_recursion(parameters) -%}
{{ sqlmetrics.as_double('max(n)') }}
            / nullif({{ sqlmetrics.rarer_records(parameters.l | int, parameters.listed | default('n')) }}, 0)
{%- endmacro %}
