{#-
How often an outside and a released value agree by chance: a row per column, with the records of both sides
that have a value, and the pairs of values that are equal, or nearly so, among all pairs of records.

plan   as `linked_people` has it, without the chances
-#}
{%- macro agreement_by_chance(plan) -%}
with
{{ sqlmetrics.linkage_records('released', plan.release, plan) }},
{{ sqlmetrics.linkage_records('outside', plan.outside, plan) }},
{%- for column in plan.columns %}
{%- for side in ('outside', 'released') %}
-- a row per {{ side }} value of column {{ column.place }}
{{ side }}_values_{{ column.place }} as (
    select v{{ column.place }} as kept, {{ sqlmetrics.as_double('sum(records)') }} as records
    from {{ side }}
    where v{{ column.place }} is not null
    group by v{{ column.place }}
),
{%- endfor %}
{%- if column.nearly is not none %}
{{ sqlmetrics.linkage_near(column, plan) }},
{%- endif %}
{%- endfor %}
-- one row
extent as (
    select
        (select {{ sqlmetrics.as_double('coalesce(sum(records), 0)') }} from outside) as people,
        (select {{ sqlmetrics.as_double('coalesce(sum(records), 0)') }} from released) as records{{
            sqlmetrics.one_row() }}
)
{%- for column in plan.columns %}
select
    {{ column.place }} as place,
    extent.people as people,
    extent.records as records,
    (select coalesce(sum(records), 0) from outside_values_{{ column.place }}) as outside_values,
    (select coalesce(sum(records), 0) from released_values_{{ column.place }}) as released_values,
    (
        select coalesce(sum(mine.records * theirs.records), 0)
        from outside_values_{{ column.place }} mine
        join released_values_{{ column.place }} theirs on theirs.kept = mine.kept
    ) as equal_pairs,
    {%- if column.nearly is none %}
    {{ sqlmetrics.double_literal('0') }} as near_pairs
    {%- else %}
    (
        select coalesce(sum(mine.records * theirs.records), 0)
        from near_{{ column.place }}
        join outside_values_{{ column.place }} mine on mine.kept = near_{{ column.place }}.outside_value
        join released_values_{{ column.place }} theirs on theirs.kept = near_{{ column.place }}.released_value
    ) as near_pairs
    {%- endif %}
from extent
{{ 'union all' if not loop.last }}
{%- endfor %}
{%- endmacro %}
