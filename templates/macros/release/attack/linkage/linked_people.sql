{#-
How many people of an outside file are found in a release by weights of agreement (Fellegi and Sunter 1969): a
row per threshold of the weight, 0, 5, 10, .., with what holds of all of them in every row.

Where p is the share of an outside value in the release, agreement on it weighs log2(m / p), and disagreement
log2((1 - m) / (1 - p)); NULL weighs nothing, nor does a value whose share is m at least. Two records are
compared that agree in all but two of the columns. The best records of a person share one guess.

plan.release, plan.outside   FROM clauses
plan.columns                 list of {name, kind, place, agreement}: what links, and m as a text
plan.individual              the column of both that tells people apart, or none
-#}
{%- macro linked_people(plan) -%}
{%- set columns = plan.columns -%}
{%- set truth = plan.individual is not none -%}
{%- set upto = ' over (order by step desc rows between unbounded preceding and current row)' -%}
{%- set zero = sqlmetrics.double_literal('0') -%}
with
{{ sqlmetrics.linkage_records('released', plan.release, plan) }},
{{ sqlmetrics.linkage_records('outside', plan.outside, plan) }},
-- a row per combination of released values
released_cells as {{ sqlmetrics.materialized() }}(
    select cell, {% for column in columns %}v{{ column.place }}, {% endfor %}sum(records) as records
    from released
    group by cell{% for column in columns %}, v{{ column.place }}{% endfor %}
),
{%- for column in columns %}
-- a row per released value
shares_{{ column.place }} as (
    select v{{ column.place }}, {{ sqlmetrics.as_double('sum(records)') }}
        / {{ sqlmetrics.as_double('sum(sum(records)) over ()') }} as share
    from released_cells
    where v{{ column.place }} is not null
    group by v{{ column.place }}
),
{%- endfor %}
{{ sqlmetrics.linkage_weights(columns) }},
-- a row per outside and released combination that agree in most columns
pairs as (
{{- sqlmetrics.linkage_pairs(columns) }}
),
-- a row per pair with the greatest weight of an outside combination
best_pairs as {{ sqlmetrics.materialized() }}(
    select outside_cell, released_cell, records, exact, weight
    from (
        select
            outside_cell, released_cell, records, exact, weight,
            max(weight) over (partition by outside_cell) as greatest
        from pairs
    ) compared
    where weight > greatest - {{ sqlmetrics.double_literal('1e-9') }}
),
-- a row per outside combination that has a pair
found_cells as (
    select
        outside_cell,
        max(weight) as weight,
        {{ sqlmetrics.as_double('sum(records)') }} as ties,
        sum(case when exact = 1 then records else 0 end) as exact_records
    from best_pairs
    group by outside_cell
),
{%- if truth %}
-- a row per outside combination some of whose people are released
own_cells as (
    select
        outside.cell as outside_cell,
        {{ sqlmetrics.as_double('sum(outside.records * released.records)') }} as own_pairs,
        {{ sqlmetrics.as_double('sum(case when best_pairs.released_cell is not null'
            ~ ' then outside.records * released.records else 0 end)') }} as best_own_pairs,
        {{ sqlmetrics.as_double('sum(case when best_pairs.exact = 1'
            ~ ' then outside.records * released.records else 0 end)') }} as exact_own_pairs
    from outside
    join released on released.person = outside.person
    left join best_pairs on best_pairs.outside_cell = outside.cell
        and best_pairs.released_cell = released.cell
    group by outside.cell
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
