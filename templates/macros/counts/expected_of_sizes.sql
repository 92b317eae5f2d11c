{#-
The mean of N I(X;Y), in nats, of one target whose sizes are known (DuckDB).

classes, values   two lists each: the sizes of classes or values, and how many have each
often             the mean number of records from which chance is an expansion: see `expected_sums`
-#}
{%- macro expected_of_sizes(classes, values, often) -%}
with sizes as (
    select 1 as target_number, cast(unnest([{{ classes[0] | join(', ') }}]) as double) as class_size,
        cast(unnest([{{ classes[1] | join(', ') }}]) as double) as classes_of_size
),
value_sizes as (
    select 1 as target_number, cast(unnest([{{ values[0] | join(', ') }}]) as double) as value_size,
        cast(unnest([{{ values[1] | join(', ') }}]) as double) as values_of_size
),
{{ sqlmetrics.expected_sums(often) }}
select expected_log_sum
from expectations
{%- endmacro %}
