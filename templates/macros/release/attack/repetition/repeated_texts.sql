{#-
The runs of words of few people that generated texts repeat, in one row: the distinct runs of the original's
texts, the runs of the release, and the people of the original; for each number of `most` people the runs that
few people have, at most this number, and nobody of a control group, how many the release repeats, and the
people with a repeated one; the same runs of the control group, and how many are repeated.

plan.original, plan.release, plan.control: words, of no control group none; plan.most
-#}
{%- macro repeated_texts(plan) -%}
{%- set person = sqlmetrics.group_key(sqlmetrics.quoted(plan.original.kept[0])) -%}
with
-- a run of words of a person
own_runs as {{ sqlmetrics.materialized() }}(
    {{ sqlmetrics.words_found(plan.original) }}
),
-- a run of words of a generated text
written_runs as {{ sqlmetrics.materialized() }}(
    select distinct word
    from (
        {{ sqlmetrics.words_found(plan.release) }}
    ) found
),
{%- if plan.control %}
-- a run of words of a person who was not in the original
other_runs as {{ sqlmetrics.materialized() }}(
    {{ sqlmetrics.words_found(plan.control) }}
),
{%- endif %}
-- a run of words of the original, how many people have it, and whether it is repeated
held_runs as {{ sqlmetrics.materialized() }}(
    {{ sqlmetrics.repeated_runs('own_runs', 'other_runs' if plan.control else none) }}
),
{%- if plan.control %}
-- the same of the control group
held_by_others as (
    {{ sqlmetrics.repeated_runs('other_runs', 'own_runs') }}
),
{%- endif %}
-- the fewest people who have a run of a person that is repeated
exposed_people as (
    select own_runs.own_1 as own_1, min(held_runs.holders) as holders
    from own_runs
    join held_runs on held_runs.word = own_runs.word
    where held_runs.repeated = 1
    group by own_runs.own_1
)
select *
from (select count(distinct word) as runs from own_runs) every
cross join (select count(*) as generated_runs from written_runs) told
cross join (select count(distinct {{ person }}) as people from {{ plan.original.relation }} source) persons
{%- for most in plan.most %}
cross join (select {{ sqlmetrics.runs_of_few(most, '_' ~ loop.index) }} from held_runs) held_{{ loop.index }}
cross join (select count(*) as exposed_{{ loop.index }} from exposed_people
    where holders <= {{ most }}) exposed_{{ loop.index }}
{%- endfor %}
{%- if plan.control %}
{%- for most in plan.most %}
cross join (select {{ sqlmetrics.runs_of_few(most, '_of_others_' ~ loop.index) }}
    from held_by_others) others_{{ loop.index }}
{%- endfor %}
{%- endif %}
{%- endmacro %}
