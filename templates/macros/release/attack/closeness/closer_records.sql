{#-
Whether released records are closer to the original than to a control group, as one row: the number
of records that were searched for, of records closer to the original, and of records as close to
both.

As many records of either are compared, drawn of the larger one, since more records are closer by
chance.

plan.release, plan.original, plan.control, plan.columns, plan.seed, plan.size
plan.original_size, plan.control_size    the records to draw of either, or none for all
-#}
{%- macro closer_records(plan) -%}
{%- set columns = plan.columns -%}
with
{{ sqlmetrics.column_ranges(plan.original, columns) }},
-- a row per released record that is drawn
targets as {{ sqlmetrics.materialized() }}(
{{ sqlmetrics.drawn_targets(plan.release, columns, none, plan.seed, plan.size) }}
),
{%- for side, relation, size in [('original', plan.original, plan.original_size),
    ('control', plan.control, plan.control_size)] %}
-- a row per distinct record of the {{ 'original' if side == 'original' else 'control group' }}
candidates_{{ side }} as {{ sqlmetrics.materialized() }}(
{{ sqlmetrics.distinct_candidates(relation, columns, plan.seed + 1, size) }}
),
-- a row per drawn record
closest_{{ side }} as (
    select targets.unit, min({{ sqlmetrics.distance(columns, 'targets', 'candidates_' ~ side,
        true) }}) as nearest
    from targets cross join candidates_{{ side }}
    group by targets.unit
),
{%- endfor %}
-- a row per drawn record
compared as (
    select {{ sqlmetrics.mean_distance('closest_original.nearest',
        columns) }} as to_original, {{ sqlmetrics.mean_distance('closest_control.nearest',
        columns) }} as to_control
    from closest_original join closest_control on closest_control.unit = closest_original.unit
)
select
    {{ sqlmetrics.count_records() }} as records,
    coalesce(sum(case when to_original < to_control then 1 else 0 end), 0) as closer,
    coalesce(sum(case when to_original = to_control then 1 else 0 end), 0) as tied
from compared
{%- endmacro %}
