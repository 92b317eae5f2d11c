{#-
The cells of a plan's sensitive targets with numbers in place of their keys: target_number,
class_number, alike, value_number, value_text and n. The numbers tell classes and values apart and
mean nothing else; they differ from run to run.

Classes of one or two records, and classes of a single value, follow from their size and the numbers
of their least and their most value. Such classes that are alike have one number, and `alike` says
how many they are, so that there are few rows even where nearly every record is alone.
-#}
{%- macro numbered_cells(plan) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set window_keys = sqlmetrics.window_keys(plan) -%}
{%- set open = 'class_size > 2 and least_number < most_number' -%}
with
{{ sqlmetrics.counts(plan) }},
{%- for target in plan.targets if target.attribute %}
{%- set t = target.number %}
{{ sqlmetrics.counted_cells(plan, target) }},
-- a row per value
codes_{{ t }} as (
    select value as coded_value, row_number() over (order by value) as coded_number
    from cells_{{ t }}
    group by value
),
-- one row, the numbers of the values that equal nothing
unequal_{{ t }} as (
    select
        max(case when coded_value is null then coded_number end) as null_number
        {{- ',\n        max(case when coded_value <> coded_value then coded_number end) as nan_number'
            if sqlmetrics.nan_is_unequal() }}
    from codes_{{ t }}
),
-- a row per cell, its value as a number
coded_{{ t }} as (
    select
        {{ keys }}, n,
        case when value is null then null_number{{ ' when value <> value then nan_number'
            if sqlmetrics.nan_is_unequal() }} else coded_number end as value_number
    from cells_{{ t }}
    left join codes_{{ t }} on coded_value = value
    cross join unequal_{{ t }}
),
-- a row per cell, with the records of its class and the numbers of its least and most value
sized_{{ t }} as (
    select
        {{ keys }}, n, value_number,
        sum(n) over (partition by {{ window_keys }}) as class_size,
        min(value_number) over (partition by {{ window_keys }}) as least_number,
        max(value_number) over (partition by {{ window_keys }}) as most_number
    from coded_{{ t }}
),
-- a row per kind of classes that are alike
kinds_{{ t }} as (
    select
        class_size, least_number, most_number, {{ sqlmetrics.count_records() }} as alike,
        row_number() over (order by class_size, least_number, most_number) as kind_number
    from sized_{{ t }}
    where value_number = least_number and not ({{ open }})
    group by class_size, least_number, most_number
),
-- a row per cell of the other classes
placed_{{ t }} as (
    select {{ keys }}, n, value_number, row_number() over (order by n) as place
    from sized_{{ t }}
    where {{ open }}
),
-- a row per cell, of those that are alike once
drawn_{{ t }} as (
    select
        -{{ sqlmetrics.as_integer('kind_number') }} as class_number,
        {{ sqlmetrics.as_integer('alike') }} as alike,
        {{ sqlmetrics.as_integer('least_number') }} as value_number,
        {{ sqlmetrics.as_integer('case when least_number = most_number then class_size else 1 end') }} as n
    from kinds_{{ t }}
    union all
    select
        -{{ sqlmetrics.as_integer('kind_number') }} as class_number,
        {{ sqlmetrics.as_integer('alike') }} as alike,
        {{ sqlmetrics.as_integer('most_number') }} as value_number,
        {{ sqlmetrics.as_integer('1') }} as n
    from kinds_{{ t }}
    where least_number < most_number
    union all
    select
        {{ sqlmetrics.as_integer('min(place) over (partition by ' ~ window_keys ~ ')') }} as class_number,
        {{ sqlmetrics.as_integer('1') }} as alike,
        {{ sqlmetrics.as_integer('value_number') }} as value_number,
        {{ sqlmetrics.as_integer('n') }} as n
    from placed_{{ t }}
),
{%- endfor %}
-- a row per target and cell
numbered_cells as (
    {%- for target in plan.targets if target.attribute %}
    select {{ target.number }} as target_number, class_number, alike, value_number,
    {{ sqlmetrics.as_string('coded_value') }} as value_text, n
    from drawn_{{ target.number }}
    join codes_{{ target.number }} on coded_number = value_number
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
select
    target_number as {{ sqlmetrics.quoted('target_number') }},
    class_number as {{ sqlmetrics.quoted('class_number') }},
    alike as {{ sqlmetrics.quoted('alike') }},
    value_number as {{ sqlmetrics.quoted('value_number') }},
    value_text as {{ sqlmetrics.quoted('value_text') }},
    n as {{ sqlmetrics.quoted('n') }}
from numbered_cells
{%- endmacro %}
