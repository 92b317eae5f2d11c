{#-
How many people of an outside file are found in a release by weights of agreement (Fellegi and Sunter 1969): a
row per threshold of the weight, 0, 5, 10, .., with what holds of all of them in every row.

Where p is the share of an outside value in the release, agreement on it weighs log2(m / p), and disagreement
log2((1 - m) / (1 - p)); NULL weighs nothing, nor does a value whose share is m at least. Two records are
compared that agree in all but two of the columns. The best records of a person share one guess, or, where
`plan.links` is one_to_one, two records are linked that are each the other's best (see `linkage_links`).

plan.release, plan.outside   FROM clauses
plan.columns                 list of {name, kind, place, agreement, nearly, near_agreement}: what links, m as
                             a text, how far nearly equal values differ, or none, and the m of these
plan.individual              the column of both that tells people apart, or none
plan.links                   best or one_to_one
ordered                      whether rows are in the order of their weights
-#}
{%- macro linked_people(plan, ordered=true) -%}
{%- set columns = plan.columns -%}
{%- set truth = plan.individual is not none -%}
{%- set paired = plan.links == 'one_to_one' -%}
{%- set settles = sqlmetrics.keeps_ctes() -%}
{%- set upto = ' over (order by step desc rows between unbounded preceding and current row)' -%}
{%- set near = sqlmetrics.double_literal('1e-9') -%}
{%- set zero = sqlmetrics.double_literal('0') -%}
with
{{ sqlmetrics.linkage_cells(plan) }},
{{ sqlmetrics.linkage_weights(columns) }},
{%- if settles %}
{{ sqlmetrics.linkage_settled(columns, paired) }},
{%- endif %}
-- a row per outside combination and {{ 'released one' if paired else 'pattern of levels' }} that are compared
patterns as (
    {{- sqlmetrics.linkage_pairs(columns, 'sought' if settles else 'outside_cells',
        ['outside', 'released'] if paired else ['outside']) }}
    {%- if settles %}
    union all
    select cell,{{ ' released_cell,' if paired }}{% for column in columns %} 0,{% endfor %} records
    from settled
    {%- endif %}
),
-- a row per {{ 'pair of combinations' if paired else 'outside combination and pattern' }}, with its weight
weighed as (
    select
        patterns.outside_cell as outside_cell,
        {%- if paired %}
        patterns.released_cell as released_cell,
        {%- endif %}
        patterns.records as records,
        {%- if truth %}
        {{ zero }} as own,
        {%- endif %}
        {{ sqlmetrics.linkage_exact(columns, 'patterns') }} as exact,
        {{ sqlmetrics.linkage_weight(columns, 'patterns', 'weights') }} as bits
    from patterns
    join weights on weights.cell = patterns.outside_cell
),
{%- if truth %}
-- a row per pair of combinations that one person has, by the levels in which they agree
own_levels as (
    select
        outside.cell as outside_cell,
        {%- if paired %}
        released.cell as released_cell,
        {%- endif %}
        {{ sqlmetrics.as_double('outside.records * released.records') }} as own
        {%- for column in columns %},
        {{ sqlmetrics.linkage_level(column, 'outside', 'released') }} as level_{{ column.place }}
        {%- endfor %}
    from outside
    join released on released.person = outside.person
    {%- for column in columns if column.nearly is not none and column.kind == 'text' %}
    {{ sqlmetrics.linkage_near_join(column.place, 'outside', 'released') }}
    {%- endfor %}
),
-- a row per pair of combinations that one person has, with its weight, NULL where they are not compared
own_weighed as (
    select
        own_levels.outside_cell as outside_cell,
        {{ sqlmetrics.as_integer('0') }} as records,
        own_levels.own as own,
        {{ sqlmetrics.linkage_exact(columns, 'own_levels') }} as exact,
        case when {{ sqlmetrics.linkage_compared(columns, 'own_levels') }}
            then {{ sqlmetrics.linkage_weight(columns, 'own_levels', 'weights') }} end as bits
    from own_levels
    join weights on weights.cell = own_levels.outside_cell
),
{%- endif %}
{%- if paired %}
{{ sqlmetrics.linkage_links(columns, truth, settles, near) }},
{%- endif %}
-- a row per outside combination that has a pair, or a person who is released
found_cells as (
    select
        outside_cell,
        max(greatest) as weight,
        {%- if truth %}
        {{ sqlmetrics.as_double('sum(case when bits > greatest - ' ~ near
            ~ ' then records else 0 end)') }} as ties,
        {%- endif %}
        sum(case when exact = 1 then records else 0 end) as exact_records
        {%- if truth %},
        sum(own) as own_pairs,
        sum(case when bits > greatest - {{ near }} then own else {{ zero }} end) as best_own,
        sum(case when exact = 1 then own else {{ zero }} end) as exact_own
        {%- endif %}
    from (
        {%- if truth %}
        select
            outside_cell, records, own, exact, bits,
            max(case when records > 0 then bits end) over (partition by outside_cell) as greatest
        from (
            select outside_cell, records, own, exact, bits
            from weighed
            union all
            select outside_cell, records, own, exact, bits
            from own_weighed
        ) every
        {%- else %}
        select outside_cell, records, exact, bits as greatest
        from weighed
        {%- endif %}
    ) compared
    group by outside_cell
),
-- one row
released_total as (
    select coalesce(sum(records), 0) as records
    from released_cells
),
-- a row per outside combination
outcomes as (
    select
        cells.records as people,
        {{ zero if paired else 'cells.records' }} as found,
        {{ zero ~ ' - 5' if paired
            else 'coalesce(floor((found.weight + ' ~ near ~ ') / 5) * 5, -5)' }} as step,
        case when found.exact_records = 1 then cells.records else 0 end as exact_people
        {%- if truth %},
        {{ zero if paired
            else 'case when found.ties > 0 then found.best_own / found.ties else ' ~ zero ~ ' end'
            }} as rightly,
        case when found.exact_records = 1 then found.exact_own else {{ zero }} end as exact_rightly,
        coalesce(found.own_pairs, {{ zero }}) as own_pairs
        {%- endif %}
    from outside_cells cells
    left join found_cells found on found.outside_cell = cells.cell
    {%- if paired %}
    union all
    select
        {{ sqlmetrics.as_integer('0') }}, found, floor((bits + {{ near }}) / 5) * 5,
        {{ sqlmetrics.as_integer('0') }}{{ ', rightly, ' ~ zero ~ ', ' ~ zero if truth }}
    from links
    {%- endif %}
    union all
    select {{ sqlmetrics.as_integer('0') }}, {{ zero if paired else sqlmetrics.as_integer('0') }}, {{
        zero }}, {{ sqlmetrics.as_integer('0') }}{{ (', ' ~ zero) * 3 if truth }}{{ sqlmetrics.one_row() }}
),
-- a row per threshold, and what holds of all
steps as (
    select
        step,
        sum(sum(people)) over () as all_people,
        sum(sum(exact_people)) over () as all_exact_people,
        {%- if truth %}
        sum(sum(exact_rightly)) over () as all_exact_rightly,
        sum(sum(own_pairs)) over () as all_own_pairs,
        sum(sum(rightly)){{ upto }} as found_rightly,
        {%- endif %}
        sum(sum(found)){{ upto }} as found
    from outcomes
    group by step
)
select
    steps.all_people as people,
    released_total.records as records,
    steps.all_exact_people as exact_people,
    {{ 'steps.all_exact_rightly' if truth else sqlmetrics.as_double('null') }} as exact_rightly,
    {{ 'steps.all_own_pairs' if truth else sqlmetrics.as_double('null') }} as own_pairs,
    steps.step as least_weight,
    steps.found as found,
    {{ 'steps.found_rightly' if truth else sqlmetrics.as_double('null') }} as rightly
from steps
cross join released_total
where steps.step >= 0
{%- if ordered %}
order by steps.step{{ sqlmetrics.long_plan() if paired }}
{%- endif %}
{%- endmacro %}
