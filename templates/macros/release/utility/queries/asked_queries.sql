{#-
The queries of a workload, one row per condition: how many individuals (NULL where nothing tells
them apart) and records the original has under it, the sum, the filled values, the least and the
largest of a measured column, the individuals or records with a value and the most that one of them
adds to the sum, and the same of each release. Every answer is a function of one count
table of each relation, which is read once.

plan            as in graded_counts; each of plan.groups has its `measured` column or none
plan.relations  the original and the releases
plan.individual the column that tells individuals apart, or none
plan.grades     each with the slots of its group's columns too, as `taken`, none for slots that it
                leaves out, and how many it takes, `columns`
plan.selected   none for all conditions, or {bands, limit, turn}: sizes, how many conditions, and
                what the seed turns their order by
-#}
{%- macro asked_queries(plan) -%}
{%- set size = 'individuals_0' if plan.individual is not none else 'asked_records_0' -%}
{%- set answers = ['asked_records', 'asked_sum', 'asked_filled', 'asked_least', 'asked_largest'] -%}
{%- if plan.individual is not none -%}
    {%- set answers = ['individuals'] + answers + ['contributors', 'largest_part'] -%}
{%- endif -%}
{%- set widest = plan.groups | map(attribute='columns') | map('length') | max -%}
{%- set graded = [] -%}
{%- for slot in plan.slots -%}{%- do graded.append('graded_' ~ slot) -%}{%- endfor -%}
{%- set codes = [] -%}
{%- for place in range(1, widest + 1) -%}{%- do codes.append('code_' ~ place) -%}{%- endfor -%}
{%- set given = [] -%}
{%- for relation in plan.relations -%}
{%- for answer in answers -%}
{%- do given.append(answer ~ '_' ~ relation.number) -%}
{%- endfor -%}
{%- endfor -%}
{%- set carried = 'grade_number, ' ~ codes | join(', ') ~ ', ' ~ given | join(', ') -%}
with
-- a row per relation, grade and combination of codes
answered as (
    {%- for relation in plan.relations if relation.groups %}
    {{ sqlmetrics.graded_counts(plan, relation) }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
-- a row per grade and combination of codes
merged as (
    select
        grade_number, {{ graded | join(', ') }}
        {%- for relation in plan.relations %}
        {%- for answer in answers %},
        max(case when place = {{ relation.number }}
            then {{ answer }} end) as {{ answer }}_{{ relation.number }}
        {%- endfor %}
        {%- endfor %}
    from answered
    group by grade_number, {{ graded | join(', ') }}
),
-- a row per condition
asked as (
    select
        grade_number,
        {%- for place in range(widest) %}
        case
            {%- for grade in plan.grades if place < grade.taken | length and grade.taken[place] %}
            when grade_number = {{ grade.number }} then {{ sqlmetrics.as_string('graded_'
                ~ grade.taken[place]) }}
            {%- endfor %}
            else {{ sqlmetrics.as_string('null') }}
        end as code_{{ place + 1 }},
        {%- endfor %}
        {{ given | join(', ') }}
    from merged
    where {{ size ~ ' >= ' ~ plan.selected.bands[0] ~ ' and ' ~ size ~ ' < ' ~ plan.selected.bands[-1]
        if plan.selected else size ~ ' > 0' }}
),
-- a row per condition
numbered as (
    select
        {{ carried }},
        row_number() over (partition by grade_number order by {{ sqlmetrics.byte_ordered(codes) }}) as place
    from asked
)
{%- if plan.selected %},
-- a row per condition
candidates as (
    select
        {{ carried }}, place,
        case
            {%- for grade in plan.grades %}
            when grade_number = {{ grade.number }} then {{ grade.columns }}
            {%- endfor %}
        end as condition_columns,
        case
            {%- for bound in plan.selected.bands[1:-1] %}
            when {{ size }} < {{ bound }} then {{ loop.index }}
            {%- endfor %}
            else {{ plan.selected.bands | length - 1 }}
        end as band,
        {{ sqlmetrics.as_double('place') }} * {{ sqlmetrics.as_double('0.6180339887498949') }}
            + {{ sqlmetrics.as_double(plan.selected.turn) }} as turned
    from numbered
),
-- a row per condition
shuffled as (
    select
        {{ carried }}, place, condition_columns, band, turned - floor(turned) as shuffle,
        row_number() over (partition by grade_number, band order by turned - floor(turned), place) as turn
    from candidates
),
-- a row per condition
strata as (
    select
        {{ carried }}, condition_columns, band,
        row_number()
            over (partition by condition_columns, band order by turn, shuffle, grade_number) as stratum_place
    from shuffled
    where turn <= {{ plan.selected.limit }}
),
-- a row per condition
selected as (
    select
        {{ carried }}, band,
        row_number() over (order by stratum_place, condition_columns, band) as query_place
    from strata
    where stratum_place <= {{ plan.selected.limit }}
)
{%- endif %}
select
    {{ 'query_place, band' if plan.selected
        else 'place as query_place, 0 as band' }}, grade_number, {{ codes | join(', ') }}
    {%- for relation in plan.relations %},
    {% if plan.individual is none %}{{ sqlmetrics.answers_of_records(relation.number) }}{%
        else %}{% for answer in answers %}{{ answer }}_{{ relation.number }}{{ ', '
        if not loop.last }}{% endfor %}{% endif %}
    {%- endfor %}
from {{ 'selected' if plan.selected else 'numbered' }}
{%- if plan.selected %}
where query_place <= {{ plan.selected.limit }}
{%- endif %}
order by {{ 'query_place' if plan.selected else 'grade_number, place' }}
{%- endmacro %}
