{#-
How near records are to the original that are drawn uniformly from its columns' domains, as one row:
their number, and the median distance to the closest record of the original.

plan.original, plan.columns, plan.seed, plan.size
-#}
{%- macro uniform_records(plan) -%}
{%- set columns = plan.columns -%}
with
{{ sqlmetrics.column_ranges(plan.original, columns, true) }},
{{ sqlmetrics.uniform_values(plan.original, columns, plan.seed + 2, plan.size) }},
-- a row per distinct record of the original
candidates as {{ sqlmetrics.materialized() }}(
{{ sqlmetrics.distinct_candidates(plan.original, columns, plan.seed, none) }}
),
-- a row per uniform record
closest as (
    select uniform_targets.unit, min({{ sqlmetrics.distance(columns, 'uniform_targets', 'candidates',
        true) }}) as nearest
    from uniform_targets cross join candidates
    group by uniform_targets.unit
),
-- a row per uniform record
distances as (
    select {{ sqlmetrics.mean_distance('nearest', columns) }} as distance, 1 as records
    from closest
)
select weighed as records, median as distance
from (
{{ sqlmetrics.median_of('distances', 'distance') }}
) distances_median
{%- endmacro %}
