{#-
Classes that are alike in size, values and uncertainty, counted: a handful of rows even where almost every class is one record, so that
the sums that follow take one logarithm per distinct count and come out the same on any number of threads.
-#}
{%- macro shapes(plan, target) -%}
{%- set t = target.number -%}
shapes_{{ t }} as (
    select
        class_size, class_values, class_uncertainty,
        {%- for metric in plan.metrics if metric.name in target.aggregated %}
        {{ metric.aggregate }}({{ metric.name }}) as shape_{{ metric.name }},
        {%- endfor %}
        sum({{ 'class_records' if plan.individual is not none else 'class_size' }}) as shape_records,
        count(*) as classes_alike
    from classes_{{ t }}
    group by class_size, class_values, class_uncertainty
),
sums_{{ t }} as (
    select
        coalesce(sum(shape_records), 0) as records,
        nullif({{ sqlmetrics.as_double('sum(class_size * classes_alike)') }}, 0) as total,
        {{ sqlmetrics.as_double('sum(classes_alike)') }} as classes,
        {{ sqlmetrics.as_double('sum(class_values * classes_alike)') }} as cells,
        sum(class_uncertainty * classes_alike) as uncertainty,
        sum({{ sqlmetrics.n_ln_n('class_size') }} * classes_alike) as class_log_sum,
        {%- for metric in plan.metrics if metric.name in target.aggregated %}
        {{ metric.aggregate }}(shape_{{ metric.name }}) as table_{{ metric.name }},
        {%- endfor %}
        {{ sqlmetrics.as_double('min(class_size)') }} as least_size,
        {{ sqlmetrics.as_double('min(class_values)') }} as least_values,
        min(class_uncertainty) as least_weighted_uncertainty,
        min(class_uncertainty / class_size) as least_uncertainty
    from shapes_{{ t }}
)
{%- endmacro %}
