{#-
How near released records are to the original, as one row: the records that were searched for, the
median distance to the closest record of the original and its 5th percentile, and the median ratio
of this distance to the distance of the second closest, with the number of records that have a
ratio.

Distances are means over the columns; see `mean_distance`. The second closest record is another
record of the original, of the same distance where several are closest. Each pass compares the drawn
records with the distinct values of the original.

plan.release, plan.original, plan.columns, plan.seed, plan.size
-#}
{%- macro closest_records(plan) -%}
{%- set columns = plan.columns -%}
{%- set values -%}{%- for column in columns %}, targets.v{{ column.place }}{% endfor -%}{%- endset -%}
{%- set apart = sqlmetrics.double_literal('1e-12') ~ ' * ' ~ columns | length -%}
with
{{ sqlmetrics.column_ranges(plan.original, columns) }},
-- a row per released record that is drawn
targets as {{ sqlmetrics.materialized() }}(
{{ sqlmetrics.drawn_targets(plan.release, columns, none, plan.seed, plan.size) }}
),
-- a row per distinct record of the original
candidates as {{ sqlmetrics.materialized() }}(
{{ sqlmetrics.distinct_candidates(plan.original, columns, plan.seed, none, with_counts=true) }}
),
-- a row per drawn record
closest as {{ sqlmetrics.materialized() }}(
    select targets.unit, min({{ sqlmetrics.distance(columns, 'targets', 'candidates', true) }}) as nearest
    from targets cross join candidates
    group by targets.unit
),
-- a row per drawn record
second_closest as (
    select
        unit, nearest,
        sum(case when distance <= nearest + {{ apart }} then records else 0 end) as alike,
        min(case when distance > nearest + {{ apart }} then distance end) as further
    from (
        select wanted.unit, wanted.nearest, candidates.records, {{ sqlmetrics.distance(columns, 'wanted',
            'candidates', true) }} as distance
        from (
            select targets.unit, closest.nearest{{ values }}
            from targets join closest on closest.unit = targets.unit
        ) wanted cross join candidates
    ) pairs
    group by unit, nearest
),
-- a row per pair of rounded distances
distances as (
    select distance, further_distance, {{ sqlmetrics.count_records() }} as records
    from (
        select
            {{ sqlmetrics.mean_distance('nearest', columns) }} as distance,
            {{ sqlmetrics.mean_distance('case when alike > 1 then nearest else further end',
                columns) }} as further_distance
        from second_closest
    ) rounded
    group by distance, further_distance
)
select distances_median.weighed as records, distances_median.median as distance,
distances_median.twentieth as low_distance, ratios_median.weighed as ratios, ratios_median.median as ratio
from (
{{ sqlmetrics.median_of('distances', 'distance', low=true) }}
) distances_median cross join (
{{ sqlmetrics.median_of('distances', 'case when further_distance > 0 then distance / further_distance end') }}
) ratios_median
{%- endmacro %}
