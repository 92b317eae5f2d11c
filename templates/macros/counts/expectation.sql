{#-
For each sensitive target expected_log_sum, the mean of N I(X;Y), in nats, over all assignments with the same
class sizes and value counts.

`expected_sums` adds them up; equal sizes are computed once.
-#}
{%- macro expectation(plan, classes) -%}
{%- set several = plan.targets | length > 1 -%}
{%- set number = 'target_number' if several else plan.targets[0].number -%}
{%- set slices = sqlmetrics.slice_columns(plan) -%}
-- a size of classes of a target{{ ' in a slice' if slices }}, and how many have it
{{ 'sizes_of_slices' if slices else 'sizes' }} as (
    select {{ slices }}{{ number }}{{ ' as target_number'
        if not several }}, {{ sqlmetrics.as_double('size_of_class') }} as class_size,
        {{ sqlmetrics.as_double(sqlmetrics.count_records()) }} as classes_of_size
    from (
        select {{ slices }}{{ 'target_number, ' if several }}class_size as size_of_class
        from {{ sqlmetrics.indented(classes, 4) }}
    ) sizes_of_classes
    group by {{ slices }}{{ 'target_number, ' if several }}size_of_class
),
-- a size of values of a target in the {{ 'slice' if slices else 'table' }}, and how many have it
{{ 'value_sizes_of_slices' if slices else 'value_sizes' }} as (
    {%- for target in plan.targets if target.attribute %}
    select {{ slices }}{{ sqlmetrics.constant(target.number,
        'value_size') }} as target_number, nullif({{ sqlmetrics.as_double('value_size') }}, 0) as value_size,
        {{ sqlmetrics.as_double('count(*)') }} as values_of_size
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
    select {{ slices }}is_of_value, size_here, times_here, of_target_number,
    dense_rank() over (order by of_target_number, {{ sqlmetrics.slice_columns(plan,
        true)[:-2] }}) as target_number
    from (
        select {{ slices }}target_number as of_target_number, 0 as is_of_value, class_size as size_here,
        classes_of_size as times_here
        from sizes_of_slices
        union all
        select {{ slices }}target_number as of_target_number, 1 as is_of_value, value_size as size_here,
        values_of_size as times_here
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
{{ sqlmetrics.expected_sums(plan.often, 'numbered_expectations' if slices else 'expectations') }}
{%- if slices %},
-- a target in a slice
expectations as (
    select {{ slices }}of_target_number as expected_number,
    max(numbered_expectations.expected_log_sum) as expected_log_sum
    from numbered_sizes
    join numbered_expectations on numbered_expectations.expected_number = target_number
    group by {{ slices }}of_target_number
)
{%- endif %}
{%- endmacro %}
