{#-
How well the distance to the closest released record tells the original's people (members) from the
people of a control group (others), as one row: the numbers of both; the share of pairs of a member
and another in which the member is nearer, a tie being half (`auc`), with its variance by DeLong,
DeLong and Clarke-Pearson (1988); the largest difference of the shares of members and of others
within a distance (`advantage`); for each of `plan.rates`, one in how many others may be taken for
members, the members and the others within the largest distance that keeps it; and for each, one in
how many members may be missed, the others and the members beyond the least distance that keeps it.

plan.release, plan.original, plan.control, plan.columns, plan.individual, plan.seed, plan.size,
plan.rates
-#}
{%- macro member_distances(plan) -%}
{%- set columns = plan.columns -%}
{%- set values -%}{%- for column in columns %}, v{{ column.place }}{% endfor -%}{%- endset -%}
with
{{ sqlmetrics.column_ranges(plan.original, columns) }},
-- a row per record of the people who are drawn
targets as {{ sqlmetrics.materialized() }}(
    {%- for relation in (plan.original, plan.control) %}
    select {{ loop.index0 }} as side, unit{{ values }}
    from (
{{ sqlmetrics.drawn_targets(relation, columns, plan.individual, plan.seed, plan.size) }}
    ) side_{{ loop.index }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
-- a row per distinct released record
candidates as {{ sqlmetrics.materialized() }}(
{{ sqlmetrics.distinct_candidates(plan.release, columns, plan.seed, none) }}
),
-- a row per drawn person
closest as (
    select targets.side, targets.unit, min({{ sqlmetrics.distance(columns, 'targets', 'candidates',
        true) }}) as nearest
    from targets cross join candidates
    group by targets.side, targets.unit
),
-- a row per distance
by_distance as (
    select distance, sum(1 - side) as members, sum(side) as others
    from (
        select side, {{ sqlmetrics.mean_distance('nearest', columns) }} as distance
        from closest
    ) rounded
    group by distance
),
{%- set upto = ' over (order by distance rows between unbounded preceding and current row)' %}
-- a row per distance
running as {{ sqlmetrics.materialized() }}(
    select
        {{ sqlmetrics.as_double('members') }} as members,
        {{ sqlmetrics.as_double('others') }} as others,
        {{ sqlmetrics.as_double('sum(members)' ~ upto) }} as members_within,
        {{ sqlmetrics.as_double('sum(others)' ~ upto) }} as others_within,
        {{ sqlmetrics.as_double('sum(members) over ()') }} as all_members,
        {{ sqlmetrics.as_double('sum(others) over ()') }} as all_others
    from by_distance
),
-- a row per distance
placements as (
    select
        members, others, members_within, others_within, all_members, all_others,
        (all_others - others_within + 0.5 * others) / nullif(all_others, 0) as others_beyond,
        (members_within - 0.5 * members) / nullif(all_members, 0) as members_before
    from running
),
-- one row
ranked as (
    select sum(members * others_beyond) / nullif(max(all_members), 0) as auc
    from placements
)
select
    coalesce(max(all_members), 0) as member_total,
    coalesce(max(all_others), 0) as other_total,
    max(auc) as area,
    sum(members * (others_beyond - auc) * (others_beyond - auc))
        / nullif(max(all_members) * (max(all_members) - 1), 0)
        + sum(others * (members_before - auc) * (members_before - auc))
            / nullif(max(all_others) * (max(all_others) - 1), 0) as variance,
    max(case when members_within / nullif(all_members, 0) > others_within / nullif(all_others, 0)
        then members_within / all_members - others_within / all_others else 0 end) as advantage
    {%- for rate in plan.rates %},
    coalesce(max(case when others_within * {{ rate }} <= all_others then members_within end),
        0) as hits_{{ loop.index }},
    coalesce(max(case when others_within * {{ rate }} <= all_others then others_within end),
        0) as false_hits_{{ loop.index }}
    {%- endfor %}
    {%- for rate in plan.rates %},
    coalesce(max(case when (all_members - members_within) * {{ rate }} <= all_members
        then all_others - others_within end), 0) as passed_{{ loop.index }},
    coalesce(max(case when (all_members - members_within) * {{ rate }} <= all_members
        then all_members - members_within end), 0) as missed_{{ loop.index }}
    {%- endfor %}
from placements cross join ranked
{%- endmacro %}
