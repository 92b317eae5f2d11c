{#-
The classes that break any of the conditions, per target, worst first: target, partition, slice, class,
records, a column per metric, and how many such classes and records there are in all. The first
condition on a target orders its classes, whatever their slice.

conditions  by a target's number: list of {metric, operator, value, infinite}; a target without
            conditions has no entry; infinite where an undefined score meets the condition
traces      whether people with the same trace are a class, which the number of points names
-#}
{%- macro broken_classes(plan, conditions, traces=false) -%}
with
{{ sqlmetrics.count_facts(plan, complete=true) }},
{%- if plan.slices %}
{{ sqlmetrics.slices_in_order(plan, 'class_facts', 'class_records') }}
{%- endif %}
{%- set slice = 'slice_name, slice_number, ' if plan.slices else '' %}
-- a row per target and broken class
broken as (
    {%- for target in plan.targets if target.number in conditions %}
    select
        target_number, {{ sqlmetrics.literal(target.name) }} as target,
        {{ sqlmetrics.partition_name(target) }} as partition_name, {{ slice }}class_name, class_records,
        place,
        {%- for metric in plan.metrics %}
        {{ sqlmetrics.measured(plan, metric) if metric.targets in target.scopes
            else sqlmetrics.as_double('null') }} as metric_{{ loop.index }},
        {%- endfor %}
        {%- set first = conditions[target.number][0] %}
        {{ '-' if first.operator in ('>', '>=') }}({{ sqlmetrics.measured(plan, first.metric) }}) as badness
    from class_facts{{ ' ' ~ sqlmetrics.joined_slices(plan) if plan.slices }}
    where target_number = {{ target.number }} and (
        {%- for condition in conditions[target.number] %}
        {{ 'or ' if not loop.first }}{{ sqlmetrics.measured(plan,
            condition.metric) }} {{ condition.operator }} {{ condition.value }}
        {{- ' or ' ~ sqlmetrics.measured(plan, condition.metric) ~ ' is null' if condition.infinite }}
        {%- endfor %}
    )
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
-- a row per target and broken class
ordered as (
    select
        target_number, target, partition_name, {{ slice }}class_name, class_records,
        {%- for metric in plan.metrics %}
        metric_{{ loop.index }},
        {%- endfor %}
        row_number()
            over (partition by target_number order by case when badness is null then 0 else 1 end, badness,
                place{{ ', slice_number' if plan.slices }}) as worst,
        count(*) over (partition by target_number) as broken_classes,
        sum(class_records) over (partition by target_number) as broken_records
    from broken
)
select
    target as {{ sqlmetrics.quoted('target') }},
    partition_name as {{ sqlmetrics.quoted('partition') }},
    {{ sqlmetrics.as_integer('broken_classes') }} as {{ sqlmetrics.quoted('classes') }},
    {{ sqlmetrics.as_integer('broken_records') }} as {{ sqlmetrics.quoted('in_records') }},
    {{ 'slice_name' if plan.slices else sqlmetrics.as_string('null') }} as {{ sqlmetrics.quoted('slice') }},
    {{ sqlmetrics.as_string(sqlmetrics.event_trace_points('class_name')) if traces
        else 'class_name' }} as {{ sqlmetrics.quoted('class') }},
    {{ sqlmetrics.as_integer('class_records') }} as {{ sqlmetrics.quoted('records') }},
    {%- for metric in plan.metrics %}
    metric_{{ loop.index }} as {{ sqlmetrics.quoted(metric.name) }}{{ ',' if not loop.last }}
    {%- endfor %}
from ordered
{%- if plan.limit %}
where worst <= {{ plan.limit }}
{%- endif %}
order by target_number, worst
{%- endmacro %}
