{#-
The sums of what sizes of classes and of values give on average, in nats, over all assignments: for each
target of `sizes` and `value_sizes` expected_log_sum, the mean of N I(X;Y).

A class of a records and a value of b records meet in k records with hypergeometric probability. The
probabilities come from the ratios of neighbouring ones, summed as logarithms and normalized over
the k within nine standard deviations and thirty of the mean (the rest is below double precision),
so no factorial of the table's size is computed. Where they meet in `often` records on average
or more, the mean comes from the expansion by central moments, off by some often^-2 of itself.
Equal sizes are computed once. The numbers are grouped, since MariaDB would compute them anew for
every pair.
-#}
{%- macro expected_sums(often, name='expectations') -%}
{%- set hits = '(least_hits + whole)' -%}
{%- set places = [('lakhs', 100000), ('myriads', 10000), ('thousands', 1000), ('hundreds', 100), ('tens', 10),
    ('ones', 1)] -%}
-- a row per target
totals as (
    select target_number, sum(class_size * classes_of_size) as total
    from sizes
    group by target_number
),
-- a row per target, size of class and size of value
moments as (
    select pair, target_number, class_size, value_size, total, pairs, mean_hits, spread,
        30 + 9 * sqrt(spread) as reach
    from (
        select sizes.target_number as target_number, class_size, value_size, total,
            classes_of_size * values_of_size as pairs,
            row_number() over (order by class_size, value_size, sizes.target_number) as pair,
            class_size * value_size / total as mean_hits,
            class_size * value_size / total * (1 - class_size / total) * (1 - value_size / total) * total
                / case when total > 1 then total - 1 else 1 end as spread  -- the variance of the hits
        from sizes
        join value_sizes on value_sizes.target_number = sizes.target_number
        join totals on totals.target_number = sizes.target_number
    ) hits_of_sizes
),
-- a row per target, size of class and size of value
ranges as (
    select
        pair, target_number, class_size, value_size, total, pairs,
        case when mean_hits >= {{ often }} then {{ sqlmetrics.often_expected('mean_hits',
            'spread') }} end as far,
        case
            when mean_hits >= {{ often }} then floor(mean_hits)
            when class_size + value_size - total > 0
                and class_size + value_size - total > floor(mean_hits - reach)
                then class_size + value_size - total
            when floor(mean_hits - reach) > 0 then floor(mean_hits - reach)
            else {{ sqlmetrics.as_double('0') }}
        end as least_hits,
        case
            when mean_hits >= {{ often }} then floor(mean_hits)
            when floor(mean_hits + reach) < class_size and floor(mean_hits + reach) < value_size
                then floor(mean_hits + reach)
            when class_size < value_size then class_size
            else value_size
        end as most_hits
    from moments
),
-- one row
widest as (
    select max(most_hits - least_hits) as width
    from ranges
),
-- a row per digit
digits as (
    {%- for digit in range(10) %}
    select {{ digit }} as digit{{ sqlmetrics.one_row() }}{{ ' union all' if not loop.last }}
    {%- endfor %}
),
-- a row per whole number
numbers as (
    select whole
    from (
        select {% for place in places %}{{ place[1] }} * {{ place[0] }}.digit{{ ' + '
            if not loop.last }}{% endfor %} as whole
        from widest
        {%- for place in places %}
        cross join digits {{ place[0] }}
        {%- endfor %}
        where {% for place in places %}{{ place[1] }} * {{ place[0] }}.digit <= width{{ ' and '
            if not loop.last }}{% endfor %}
    ) counted
    group by whole
),
-- a row per pair of sizes and number of hits
hit_steps as (
    select
        pair, target_number, class_size, value_size, total, pairs, far, least_hits + whole as hits,
        case
            when whole > 0
            then {{ sqlmetrics.ln('(class_size - ' ~ hits ~ ' + 1) * (value_size - ' ~ hits ~ ' + 1) / ('
                ~ hits ~ ' * (total - class_size - value_size + ' ~ hits ~ '))') }}
            else {{ sqlmetrics.as_double('0') }}
        end as log_ratio
    from ranges
    cross join numbers
    where whole <= most_hits - least_hits
),
-- a row per pair of sizes and number of hits
paths as (
    select
        pair, target_number, class_size, value_size, total, pairs, far, hits,
        sum(log_ratio)
            over (partition by pair order by hits rows between unbounded preceding
                and current row) as log_weight
    from hit_steps
),
-- a row per pair of sizes and number of hits
peaks as (
    select
        pair, target_number, class_size, value_size, total, pairs, far, hits,
        exp(log_weight - max(log_weight) over (partition by pair)) as weight
    from paths
),
-- a row per pair of sizes
means as (
    select
        target_number,
        pairs * case
            when far is not null then far
            else sum(case when hits > 0
                then weight * hits * {{ sqlmetrics.ln('case when hits > 0'
                    ~ ' then total * hits / (class_size * value_size) else 1 end') }}
                else 0 end) / sum(weight)
        end as expected
    from peaks
    group by pair, target_number, pairs, far
),
-- a row per target
{{ name }} as (
    select target_number as expected_number, sum(expected) as expected_log_sum
    from means
    group by target_number
)
{%- endmacro %}
