{#-
How alike the joint distributions of pairs of columns are: one row per pair and release, with a
column per metric.

plan is as in group_counts; its groups are the pairs
plan.metrics  the names of the metrics, expressions over total, released_total and moved
-#}
{%- macro pair_losses(plan) -%}
{%- set listed = [] -%}
{%- for group in plan.groups -%}
{%- for release in plan.relations[1:] -%}
{%- do listed.append([group.number, release.number]) -%}
{%- endfor -%}
{%- endfor -%}
with
{{ sqlmetrics.group_counts(plan) }},
-- a row per pair of columns and release
totals as (
    select group_number, release_number, sum(n_0) as total, sum(n) as released_total
    from {{ sqlmetrics.of_releases(plan, 'counts', ['group_number']) }} counted
    group by group_number, release_number
),
-- a row per pair of columns and release
shifts as (
    select counted.group_number as group_number, counted.release_number as release_number,
    sum(abs(n_0 * released_total - n * total)) / nullif(max(total), 0)
        / nullif(max(released_total), 0) as moved
    from {{ sqlmetrics.of_releases(plan, 'counts', ['group_number']) }} counted
    join totals on totals.group_number = counted.group_number
        and totals.release_number = counted.release_number
    group by counted.group_number, counted.release_number
)
select
    listed.pair_number as pair_number, listed.release_number as release_number, total, released_total
    {%- for metric in plan.metrics %},
    {{ sqlmetrics[metric]() }} as {{ sqlmetrics.quoted(metric) }}
    {%- endfor %}
from {{ sqlmetrics.number_rows(['pair_number', 'release_number'], listed) }} listed
left join totals on totals.group_number = listed.pair_number and totals.release_number = listed.release_number
left join shifts on shifts.group_number = listed.pair_number and shifts.release_number = listed.release_number
order by pair_number, release_number
{%- endmacro %}
