{#-
The runs of words of few people that generated texts repeat, in one row: the distinct runs of the original's
texts, those of the release, and the people of the original; for each number of `most` people the runs of at
most so many people and of nobody of a control group, how many of these the release repeats, and the people
with a repeated one; the same runs of the control group, and how many of these are repeated.

plan.original, plan.release, plan.control: words, of no control group none; plan.most
-#}
{%- macro repeated_texts(plan) -%}
{%- set person = sqlmetrics.group_key(sqlmetrics.quoted(plan.original.kept[0])) -%}
with
-- a run of words of a person
own as {{ sqlmetrics.materialized() }}(
    {{ sqlmetrics.words_found(plan.original) }}
),
-- a run of words of a generated text
written as {{ sqlmetrics.materialized() }}(
    select distinct word
    from (
        {{ sqlmetrics.words_found(plan.release) }}
    ) found
),
{%- if plan.control %}
-- a run of words of a person who was not in the original
strange as {{ sqlmetrics.materialized() }}(
    {{ sqlmetrics.words_found(plan.control) }}
),
{%- endif %}
-- a run of words of the original, how many people have it, and whether it is repeated
held as {{ sqlmetrics.materialized() }}(
    {{ sqlmetrics.repeated_runs('own', 'strange' if plan.control else none) }}
),
{%- if plan.control %}
-- the same of the control group
others as (
    {{ sqlmetrics.repeated_runs('strange', 'own') }}
),
{%- endif %}
-- the fewest people who have a run of a person that is repeated
exposed as (
    select own.own_1 as own_1, min(held.holders) as holders
    from own
    join held on held.word = own.word
    where held.repeated = 1
    group by own.own_1
)
select *
from (select count(distinct word) as runs from own) every
cross join (select count(*) as written_runs from written) told
cross join (select count(distinct {{ person }}) as people from {{ plan.original.relation }} source) persons
{%- for most in plan.most %}
cross join (select {{ sqlmetrics.runs_of_few(most, '_' ~ loop.index) }} from held) held_{{ loop.index }}
cross join (select count(*) as exposed_{{ loop.index }} from exposed where holders <= {{ most }}) exposed_{{
    loop.index }}
{%- endfor %}
{%- if plan.control %}
{%- for most in plan.most %}
cross join (select {{ sqlmetrics.runs_of_few(most, '_of_others_' ~ loop.index) }} from others) others_{{
    loop.index }}
{%- endfor %}
{%- endif %}
{%- endmacro %}
