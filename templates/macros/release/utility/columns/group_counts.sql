{#-
Two common table expressions: `tallies`, the records of each relation by the groups of plan.groups,
and `counts`, a row per group and combination of codes with the records in the original (n_0) and in
each release (n_1, ..). With `individuals` also several_people: whether two or more individuals of
the original have it. plan is as in counted_groups, with plan.relations and plan.slots.
-#}
{%- macro group_counts(plan, individuals=false) -%}
{%- set codes = [] -%}
{%- for slot in plan.slots -%}{%- do codes.append('code_' ~ slot) -%}{%- endfor -%}
-- a row per relation, group and combination of codes
tallies as (
    {%- for relation in plan.relations if relation.groups %}
    {%- set aggregates = [sqlmetrics.count_records() ~ ' as n'] %}
    {%- if individuals and relation.number == 0 %}
    {%- set several = 'min(individual) <> max(individual)'
        ~ ' or (count(individual) > 0 and count(individual) < count(*))'
        if relation.counts_individuals else 'count(*) > 1' %}
    {%- do aggregates.append('case when ' ~ several ~ ' then 1 else 0 end as several') %}
    {%- endif %}
    select
        {{ relation.number }} as place, group_number, {% for slot in plan.slots %}{{ ''
            if slot in relation.slots else 'null as ' }}code_{{ slot }}, {% endfor %}n
        {{- ', several' if individuals and relation.number == 0 else ', 0 as several' if individuals }}
    from (
        {{ sqlmetrics.counted_groups(plan, relation, aggregates) }}
    ) counted
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
-- a row per group and combination of codes
counts as (
    select
        group_number, {{ codes | join(', ') }},
        {%- if individuals %}
        max(several) as several_people,
        {%- endif %}
        {%- for relation in plan.relations %}
        {{ sqlmetrics.as_double('sum(case when place = ' ~ relation.number
            ~ ' then n else 0 end)') }} as n_{{ relation.number }}{{ ',' if not loop.last }}
        {%- endfor %}
    from tallies
    group by group_number, {{ codes | join(', ') }}
)
{%- endmacro %}
