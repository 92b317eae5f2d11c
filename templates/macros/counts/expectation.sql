{#-
For each sensitive target expected_log_sum, the mean of N I(X;Y), in nats, over all assignments with the same
class sizes and value counts.

A class of a records and a value of b records meet in k records with hypergeometric probability. The
probabilities come from the ratios of neighbouring ones, summed as logarithms and normalized over
the k within nine standard deviations and thirty of the mean (the rest is below double precision),
so no factorial of the table's size is computed. Where they meet in `plan.often` records on average
or more, the mean comes from the expansion by central moments, off by some plan.often^-2 of itself.
Equal sizes are computed once. The numbers are grouped, since MariaDB would compute them anew for
every pair.
-#}
{%- macro expectation(plan, classes) -%}
{%- set several = plan.targets | length > 1 -%}
{%- set number = 'target_number' if several else plan.targets[0].number -%}
{%- set slices = sqlmetrics.slice_columns(plan) -%}
{%- set hits = '(least_hits + whole)' -%}
{%- set places = [('lakhs', 100000), ('myriads', 10000), ('thousands', 1000), ('hundreds', 100), ('tens', 10), ('ones', 1)] -%}
-- a size of classes of a target{{ ' in a slice' if slices }}, and how many have it
{{ 'sizes_of_slices' if slices else 'sizes' }} as (
    select {{ slices }}{{ number }}{{ ' as target_number' if not several }}, {{ sqlmetrics.as_double('size_of_class') }} as class_size, {{ sqlmetrics.as_double(sqlmetrics.count_records()) }} as classes_of_size
    from (
        select {{ slices }}{{ 'target_number, ' if several }}class_size as size_of_class
        from {{ classes | indent(4) }}
    ) sizes_of_classes
    group by {{ slices }}{{ 'target_number, ' if several }}size_of_class
),
-- a size of values of a target in the {{ 'slice' if slices else 'table' }}, and how many have it
{{ 'value_sizes_of_slices' if slices else 'value_sizes' }} as (
    {%- for target in plan.targets if target.attribute %}
    select {{ slices }}{{ sqlmetrics.constant(target.number, 'value_size') }} as target_number, nullif({{ sqlmetrics.as_double('value_size') }}, 0) as value_size, {{ sqlmetrics.as_double('count(*)') }} as values_of_size
    from (
        select {{ slices }}sum(n) as value_size
        from cells{{ sqlmetrics.suffix(target) }}
        group by {{ slices }}{{ sqlmetrics.cell_value(plan, target) }}
    ) sizes_of_values
    group by {{ slices }}value_size
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
{%- if slices %}
-- a size of either kind; a target in a slice has a number of its own
numbered_sizes as (
    select {{ slices }}is_of_value, size_here, times_here, of_target_number, dense_rank() over (order by of_target_number, {{ sqlmetrics.slice_columns(plan, true)[:-2] }}) as target_number
    from (
        select {{ slices }}target_number as of_target_number, 0 as is_of_value, class_size as size_here, classes_of_size as times_here
        from sizes_of_slices
        union all
        select {{ slices }}target_number as of_target_number, 1 as is_of_value, value_size as size_here, values_of_size as times_here
        from value_sizes_of_slices
    ) stacked_sizes
),
-- a size of classes of a target in a slice
sizes as (
    select target_number, size_here as class_size, times_here as classes_of_size
    from numbered_sizes
    where is_of_value = 0
),
-- a size of values of a target in a slice
value_sizes as (
    select target_number, size_here as value_size, times_here as values_of_size
    from numbered_sizes
    where is_of_value = 1
),
{%- endif %}
-- a row per target
totals as (
    select target_number, sum(class_size * classes_of_size) as total
    from sizes
    group by target_number
),
-- a row per target, size of class and size of value
moments as (
    select
        sizes.target_number as target_number, class_size, value_size, total, classes_of_size * values_of_size as pairs,
        row_number() over (order by class_size, value_size, sizes.target_number) as pair,
        class_size * value_size / total as mean_hits,
        30 + 9 * sqrt(class_size * value_size / total * (1 - class_size / total) * (1 - value_size / total) * total / case when total > 1 then total - 1 else 1 end) as reach
    from sizes
    join value_sizes on value_sizes.target_number = sizes.target_number
    join totals on totals.target_number = sizes.target_number
),
-- a row per target, size of class and size of value
ranges as (
    select
        pair, target_number, class_size, value_size, total, pairs,
        case when mean_hits >= {{ plan.often }} then {{ sqlmetrics.often_expected('mean_hits') }} end as far,
        case
            when mean_hits >= {{ plan.often }} then floor(mean_hits)
            when class_size + value_size - total > 0 and class_size + value_size - total > floor(mean_hits - reach) then class_size + value_size - total
            when floor(mean_hits - reach) > 0 then floor(mean_hits - reach)
            else {{ sqlmetrics.as_double('0') }}
        end as least_hits,
        case
            when mean_hits >= {{ plan.often }} then floor(mean_hits)
            when floor(mean_hits + reach) < class_size and floor(mean_hits + reach) < value_size then floor(mean_hits + reach)
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
        select {% for place in places %}{{ place[1] }} * {{ place[0] }}.digit{{ ' + ' if not loop.last }}{% endfor %} as whole
        from widest
        {%- for place in places %}
        cross join digits {{ place[0] }}
        {%- endfor %}
        where {% for place in places %}{{ place[1] }} * {{ place[0] }}.digit <= width{{ ' and ' if not loop.last }}{% endfor %}
    ) counted
    group by whole
),
-- a row per pair of sizes and number of hits
hit_steps as (
    select
        pair, target_number, class_size, value_size, total, pairs, far, least_hits + whole as hits,
        case
            when whole > 0
            then {{ sqlmetrics.ln('(class_size - ' ~ hits ~ ' + 1) * (value_size - ' ~ hits ~ ' + 1) / (' ~ hits ~ ' * (total - class_size - value_size + ' ~ hits ~ '))') }}
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
        sum(log_ratio) over (partition by pair order by hits rows between unbounded preceding and current row) as log_weight
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
        pairs * case when far is not null then far else sum(case when hits > 0 then weight * hits * {{ sqlmetrics.ln('case when hits > 0 then total * hits / (class_size * value_size) else 1 end') }} else 0 end) / sum(weight) end as expected
    from peaks
    group by pair, target_number, pairs, far
),
-- a row per target
{{ 'numbered_expectations' if slices else 'expectations' }} as (
    select target_number as expected_number, sum(expected) as expected_log_sum
    from means
    group by target_number
)
{%- if slices %},
-- a target in a slice
expectations as (
    select {{ slices }}of_target_number as expected_number, max(numbered_expectations.expected_log_sum) as expected_log_sum
    from numbered_sizes
    join numbered_expectations on numbered_expectations.expected_number = target_number
    group by {{ slices }}of_target_number
)
{%- endif %}
{%- endmacro %}
