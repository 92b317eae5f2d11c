{#- The values of the only target, a sensitive attribute as it is, each with its records, and the
distance of each two that some class has both of: half the sum over the classes of the difference
between the shares of their records that are there (total variation). Other two values are at
distance 1. NULL is left out, and so are values beyond the first `most`, for whose pairs there would
be no room. Where no `pairs` are wanted there are the values alone. -#}
{%- macro value_distances(plan, most, pairs=true) -%}
{%- set target = dict(plan.targets[0], suffix='') -%}
{%- set value = sqlmetrics.cell_value(plan, target) -%}
with
{% if sqlmetrics.is_direct(plan) -%}
{{ sqlmetrics.cells(plan, target) }},
{%- else -%}
{{ sqlmetrics.counts(plan) }},
{{ sqlmetrics.counted_cells(plan, target) }},
{%- endif %}
-- a row per value and class: the share of the value in the class, of all its records
spread as (
    select
        dense_rank() over (order by {{ sqlmetrics.key_columns(plan) }}) as class_number,
        dense_rank() over (order by {{ value }}) as value_number,
        {{ sqlmetrics.as_string(sqlmetrics.key_value(value)) }} as value_text, n,
        {{ sqlmetrics.as_double('n') }} / sum(n)
            over (partition by {{ sqlmetrics.window_key(value) }}) as share_here
    from cells
    where {{ value }} is not null
){%- if pairs %},
-- a row per two values that some class has both of
distances as (
    select
        one.value_text as value_text, another.value_text as other_text,
        1 - sum(case when one.share_here < another.share_here then one.share_here
            else another.share_here end) as distance
    from spread one
    join spread another on another.class_number = one.class_number
    where one.value_number < another.value_number and another.value_number <= {{ most }}
    group by one.value_text, another.value_text
)
{%- endif %},
-- a value, and two values
listed as (
    select value_text, {{ sqlmetrics.as_string('null') }} as other_text, sum(n) as value_records,
    {{ sqlmetrics.as_double('null') }} as distance
    from spread
    where value_number <= {{ most }}
    group by value_text
    {%- if pairs %}
    union all
    select value_text, other_text, 0 as value_records, distance
    from distances
    {%- endif %}
)
select
    value_text as {{ sqlmetrics.quoted('value') }}, other_text as {{ sqlmetrics.quoted('other') }},
    {{ sqlmetrics.as_integer('value_records') }} as {{ sqlmetrics.quoted('records') }},
    distance as {{ sqlmetrics.quoted('distance') }}
from listed
{%- endmacro %}
