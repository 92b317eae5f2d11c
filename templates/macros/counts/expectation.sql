{#-
The mean over all assignments with the same class sizes and value counts of N I(X;Y), in nats: expected_log_sum.

A class of a records and a value of b meet in k records with hypergeometric probability. The probabilities come from the ratios of
neighbouring ones, summed as logarithms and normalized over the k within nine standard deviations and thirty of the mean (what lies beyond
is below double precision), so no factorial of the table's size is taken. Equal sizes are computed once.
-#}
{%- macro expectation(plan, target) -%}
{%- set t = target.number -%}
{%- set own = target.attribute or plan.individual is not none -%}
{%- set ratio = '(class_size - hits + 1) * (value_size - hits + 1) / (hits * (total - class_size - value_size + hits))' -%}
sizes_{{ t }} as (
    select {{ sqlmetrics.as_double('class_size') }} as class_size, {{ sqlmetrics.as_double('sum(classes_alike)') }} as classes_of_size
    from shapes_{{ t }}
    group by class_size
),
value_sizes_{{ t }} as (
    {%- if own %}
    select {{ sqlmetrics.as_double('value_size') }} as value_size, {{ sqlmetrics.as_double('count(*)') }} as values_of_size
    from marginals_{{ t }}
    group by value_size
    {%- else %}
    select {{ sqlmetrics.as_double('1') }} as value_size, total as values_of_size
    from sums_{{ t }}
    {%- endif %}
),
moments_{{ t }} as (
    select
        class_size, value_size, total, classes_of_size * values_of_size as pairs,
        class_size * value_size / total as mean_hits,
        30 + 9 * sqrt(class_size * value_size / total * (1 - class_size / total) * (1 - value_size / total) * total / case when total > 1 then total - 1 else 1 end) as reach
    from sizes_{{ t }}
    cross join value_sizes_{{ t }}
    cross join sums_{{ t }}
),
ranges_{{ t }} as (
    select
        class_size, value_size, total, pairs,
        case
            when class_size + value_size - total > 0 and class_size + value_size - total > floor(mean_hits - reach) then class_size + value_size - total
            when floor(mean_hits - reach) > 0 then floor(mean_hits - reach)
            else {{ sqlmetrics.as_double('0') }}
        end as least_hits,
        case
            when floor(mean_hits + reach) < class_size and floor(mean_hits + reach) < value_size then floor(mean_hits + reach)
            when class_size < value_size then class_size
            else value_size
        end as most_hits
    from moments_{{ t }}
),
steps_{{ t }} as (
    select
        class_size, value_size, total, pairs, least_hits + number as hits,
        case when number > 0 then {{ sqlmetrics.ln(ratio | replace('hits', '(least_hits + number)')) }} else {{ sqlmetrics.as_double('0') }} end as log_ratio
    from ranges_{{ t }}
    cross join numbers
    where number <= most_hits - least_hits
),
paths_{{ t }} as (
    select
        class_size, value_size, total, pairs, hits,
        sum(log_ratio) over (partition by class_size, value_size order by hits rows between unbounded preceding and current row) as log_weight
    from steps_{{ t }}
),
peaks_{{ t }} as (
    select
        class_size, value_size, total, pairs, hits,
        exp(log_weight - max(log_weight) over (partition by class_size, value_size)) as weight
    from paths_{{ t }}
),
means_{{ t }} as (
    select
        pairs * sum(case when hits > 0 then weight * hits * {{ sqlmetrics.ln('case when hits > 0 then total * hits / (class_size * value_size) else 1 end') }} else 0 end) / sum(weight) as expected
    from peaks_{{ t }}
    group by class_size, value_size, pairs
),
expectation_{{ t }} as (
    select case when max(most_hits - least_hits) < 1000000 then max(expected_sum) end as expected_log_sum
    from ranges_{{ t }}
    cross join (select sum(expected) as expected_sum from means_{{ t }}) expected_sums
)
{%- endmacro %}
