{#-
How many people of an outside file are found in a release by weights of agreement (Fellegi and Sunter 1969): a
row per threshold of the weight, 0, 5, 10, .., with what holds of all of them in every row.

Where p is the share of an outside value in the release, agreement on it weighs log2(m / p), and disagreement
log2((1 - m) / (1 - p)); NULL weighs nothing, nor does a value whose share is m at least. Two records are
compared that agree in all but two of the columns. The best records of a person share one guess.

plan.release, plan.outside   FROM clauses
plan.columns                 list of {name, kind, place, agreement, nearly, near_agreement}: what links, m as a
                             text, how far nearly equal values differ, or none, and the m of these
plan.individual              the column of both that tells people apart, or none
-#}
{%- macro linked_people(plan) -%}
{%- set columns = plan.columns -%}
{%- set truth = plan.individual is not none -%}
{%- set upto = ' over (order by step desc rows between unbounded preceding and current row)' -%}
{%- set zero = sqlmetrics.double_literal('0') -%}
with
{{ sqlmetrics.linkage_cells(plan) }},
{{ sqlmetrics.linkage_weights(columns) }},
-- a row per outside combination and pattern, with its weight
weighed as (
    select
        patterns.outside_cell as outside_cell,
        patterns.records as records,
        {{ sqlmetrics.linkage_exact(columns, 'patterns') }} as exact,
        {{ sqlmetrics.linkage_weight(columns, 'patterns', 'weights') }} as weight
    from patterns
    join weights on weights.cell = patterns.outside_cell
),
-- a row per outside combination that has a pair
found_cells as {{ sqlmetrics.materialized() }}(
    select
        outside_cell,
        max(weight) as weight,
        {{ sqlmetrics.as_double('sum(records)') }} as ties,
        sum(case when exact = 1 then records else 0 end) as exact_records
    from (
        select
            outside_cell, records, exact, weight,
            max(weight) over (partition by outside_cell) as greatest
        from weighed
    ) compared
    where weight > greatest - {{ sqlmetrics.double_literal('1e-9') }}
    group by outside_cell
),
{%- if truth %}
-- a row per pair of combinations that one person has, by the levels in which they agree
own_levels as (
    select
        outside.cell as outside_cell,
        {{ sqlmetrics.as_double('outside.records * released.records') }} as pairs
        {%- for column in columns %},
        {{ sqlmetrics.linkage_level(column, 'outside', 'released') }} as level_{{ column.place }}
        {%- endfor %}
    from outside
    join released on released.person = outside.person
    {%- for column in columns if column.nearly is not none %}
    {{ sqlmetrics.linkage_near_join(column.place, 'outside', 'released') }}
    {%- endfor %}
),
-- a row per pair of combinations that one person has, with its weight
own_pairs as (
    select
        own_levels.outside_cell as outside_cell,
        own_levels.pairs as pairs,
        {{ sqlmetrics.linkage_exact(columns, 'own_levels') }} as exact,
        {{ sqlmetrics.linkage_compared(columns, 'own_levels') }} as compared,
        {{ sqlmetrics.linkage_weight(columns, 'own_levels', 'weights') }} as weight
    from own_levels
    join weights on weights.cell = own_levels.outside_cell
),
-- a row per outside combination some of whose people are released
own_cells as (
    select
        own_pairs.outside_cell as outside_cell,
        sum(own_pairs.pairs) as own_pairs,
        sum(case when own_pairs.compared = 1
            and own_pairs.weight > found_cells.weight - {{ sqlmetrics.double_literal('1e-9') }}
            then own_pairs.pairs else {{ zero }} end) as best_own_pairs,
        sum(case when own_pairs.exact = 1 then own_pairs.pairs else {{ zero }} end) as exact_own_pairs
    from own_pairs
    left join found_cells on found_cells.outside_cell = own_pairs.outside_cell
    group by own_pairs.outside_cell
),
{%- endif %}
-- one row
released_total as (
    select coalesce(sum(records), 0) as records
    from released_cells
),
-- a row per outside combination
outcomes as {{ sqlmetrics.materialized() }}(
    select
        cells.records as people,
        floor((found.weight + {{ sqlmetrics.double_literal('1e-9') }}) / 5) * 5 as step,
        case when found.exact_records = 1 then cells.records else 0 end as exact_people
        {%- if truth %},
        coalesce(own.best_own_pairs / found.ties, {{ zero }}) as rightly,
        case when found.exact_records = 1 then coalesce(own.exact_own_pairs, {{ zero }})
            else {{ zero }} end as exact_rightly,
        coalesce(own.own_pairs, {{ zero }}) as own_pairs
        {%- endif %}
    from outside_cells cells
    left join found_cells found on found.outside_cell = cells.cell
    {%- if truth %}
    left join own_cells own on own.outside_cell = cells.cell
    {%- endif %}
    union all
    select {{ sqlmetrics.as_integer('0') }}, {{ zero }}, {{ sqlmetrics.as_integer('0') }}{{
        (', ' ~ zero) * 3 if truth }}{{ sqlmetrics.one_row() }}
),
-- one row
totals as (
    select
        sum(people) as people,
        sum(exact_people) as exact_people
        {%- if truth %},
        sum(exact_rightly) as exact_rightly,
        sum(own_pairs) as own_pairs
        {%- endif %}
    from outcomes
),
-- a row per threshold, of 0 at least
steps as (
    select
        step,
        sum(sum(people)){{ upto }} as people
        {%- if truth %},
        sum(sum(rightly)){{ upto }} as rightly
        {%- endif %}
    from outcomes
    where step >= 0
    group by step
)
select
    totals.people as people,
    released_total.records as records,
    totals.exact_people as exact_people,
    {{ 'totals.exact_rightly' if truth else sqlmetrics.as_double('null') }} as exact_rightly,
    {{ 'totals.own_pairs' if truth else sqlmetrics.as_double('null') }} as own_pairs,
    steps.step as least_weight,
    steps.people as found,
    {{ 'steps.rightly' if truth else sqlmetrics.as_double('null') }} as rightly
from totals
cross join released_total
cross join steps
order by steps.step
{%- endmacro %}
