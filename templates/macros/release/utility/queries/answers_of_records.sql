{#-
The eight answers of a relation where nothing tells individuals apart: there are no individuals, and
each record with a value adds that value to the sum.
-#}
{%- macro answers_of_records(number) -%}
{%- set least, largest = 'asked_least_' ~ number, 'asked_largest_' ~ number -%}
{{ sqlmetrics.as_double('null') }} as individuals_{{ number }}, asked_records_{{ number }},
asked_sum_{{ number }}, asked_filled_{{ number }}, {{ least }}, {{ largest }},
asked_filled_{{ number }} as contributors_{{ number }},
case when -{{ least }} > {{ largest }} then -{{ least }} else {{ largest }} end as largest_part_{{ number }}
{%- endmacro %}
