{#-
The CTEs of links that give a released record to one outside record alone: `links` has a row per pair of an
outside and a released combination that are each the other's best, and weigh 0 at least. Where n outside
records share the best released ones, m each, a link is drawn with the chance 1 / the greater of both: the
chances of a record on either side then add up to 1 at most, so that they are a mixture of choices in which no
record has two links. `found` are the links that are drawn of a pair on average, `rightly` the ones of one
person on both sides.
-#}
{%- macro linkage_links(columns, truth, settles, near) -%}
{%- set crowd = 'case when choices.to_choose > choices.rivals then choices.to_choose'
    ~ ' else choices.rivals end' -%}
-- a row per outside combination
bests as (
    select outside_cell, max(bits) as bits
    from weighed
    group by outside_cell
),
{%- if settles %}
-- a row per released combination that is the best of an outside one, and not settled
wanted as {{ sqlmetrics.materialized() }}(
    select released_cells.cell as cell{% for column in columns %}, released_cells.v{{ column.place }} as v{{
        column.place }}{% endfor %}, released_cells.records as records
    from released_cells
    join (
        select distinct weighed.released_cell as released_cell
        from weighed
        join bests on bests.outside_cell = weighed.outside_cell
        where weighed.bits > bests.bits - {{ near }} and weighed.bits > 0 - {{ near }}
    ) best on best.released_cell = released_cells.cell
    left join settled on settled.released_cell = released_cells.cell
    where settled.cell is null
),
-- a row per pair with one of them
rivals as (
    {{- sqlmetrics.linkage_pairs(columns, 'outside_cells', ['outside', 'released'], 'wanted') }}
),
-- a row per released combination that is the best of an outside one
released_bests as (
    select rivals.released_cell as released_cell, max({{
        sqlmetrics.linkage_weight(columns, 'rivals', 'weights') }}) as bits
    from rivals
    join weights on weights.cell = rivals.outside_cell
    group by rivals.released_cell
    union all
    select settled.released_cell, bests.bits
    from settled
    join bests on bests.outside_cell = settled.cell
),
{%- else %}
-- a row per released combination
released_bests as (
    select released_cell, max(bits) as bits
    from weighed
    group by released_cell
),
{%- endif %}
-- a row per pair of combinations that are each the other's best, with the records that either can choose
choices as {{ sqlmetrics.materialized() }}(
    select
        weighed.outside_cell as outside_cell,
        weighed.released_cell as released_cell,
        weighed.bits as bits,
        {{ sqlmetrics.as_double('outside_cells.records') }} as people,
        {{ sqlmetrics.as_double('weighed.records') }} as records,
        {{ sqlmetrics.as_double('sum(weighed.records) over (partition by weighed.outside_cell)')
        }} as to_choose,
        {{ sqlmetrics.as_double('sum(outside_cells.records) over (partition by weighed.released_cell)')
        }} as rivals
    from weighed
    join bests on bests.outside_cell = weighed.outside_cell
    join released_bests on released_bests.released_cell = weighed.released_cell
    join outside_cells on outside_cells.cell = weighed.outside_cell
    where weighed.bits > bests.bits - {{ near }}
        and weighed.bits > released_bests.bits - {{ near }}
        and weighed.bits > 0 - {{ near }}
),
{%- if truth %}
-- a row per pair of combinations that one person has
own_choices as (
    select outside_cell, released_cell, sum(own) as own
    from own_levels
    group by outside_cell, released_cell
),
{%- endif %}
-- a row per pair of combinations that are each the other's best, with the links that are drawn
links as (
    select
        choices.bits as bits,
        choices.people * choices.records
            / {{ crowd }} as found
        {%- if truth %},
        coalesce(own_choices.own, 0)
            / {{ crowd }} as rightly
        {%- endif %}
    from choices
    {%- if truth %}
    left join own_choices
        on own_choices.outside_cell = choices.outside_cell
        and own_choices.released_cell = choices.released_cell
    {%- endif %}
)
{%- endmacro %}
