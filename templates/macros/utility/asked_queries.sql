{#-
The queries of a generated workload, one row per condition: how many individuals and records the original has under it, and the sum, the
filled values, the least and the largest of a measured column, and the same of each release. Every answer is a function of a few count
tables, each of which reads its columns once in each relation.

plan.bases      list of {number, columns, measured, sample, grades}: the relation grouped by `columns`, a list of {name, text, bin};
                `measured` is a numeric column or none; sample is none or {place, size, blocks, first}: of the column at that place only
                every so many blocks of bins are counted, from the first on; grades is a list of {number, factors}, conditions made of the base's groups: a factor of 0 leaves
                the column out, 1 takes its value or bin, more so many bins together
plan.relations  list of {number, relation, bases, measures}: 0 is the original; bases that it has the columns of, and also the measured one
plan.individual the column that tells individuals apart, or none
plan.selected   none for all conditions, or {bands, limit, turn}: sizes, how many conditions, and what the seed turns their order by
-#}
{%- macro asked_queries(plan) -%}
{%- set people = plan.individual is not none -%}
{%- set size = 'individuals' if people else 'asked_records' -%}
{%- set answers = (['individuals'] if people else []) + ['asked_records', 'asked_sum', 'asked_filled', 'asked_least', 'asked_largest'] -%}
{%- set widest = plan.bases | map(attribute='columns') | map('length') | max -%}
with
{%- for base in plan.bases %}
{%- set b = base.number %}
numbered_{{ b }} as (
    select
        grade_number, {% for column in base.columns %}graded_{{ loop.index }}, {% endfor %}{{ answers | join(', ') }},
        row_number() over (partition by grade_number order by {% for column in base.columns %}{{ sqlmetrics.byte_order(sqlmetrics.as_string('graded_' ~ loop.index)) }}{{ ', ' if not loop.last }}{% endfor %}) as place
    from {{ sqlmetrics.graded_counts(plan, base, plan.relations[0]) }} graded
    {%- if plan.selected %}
    where {{ size }} >= {{ plan.selected.bands[0] }} and {{ size }} < {{ plan.selected.bands[-1] }}
    {%- endif %}
),
{%- endfor %}
{%- if plan.selected %}
candidates as (
    {%- for base in plan.bases %}
    select
        grade_number, place,
        case {% for grade in base.grades %}when grade_number = {{ grade.number }} then {{ grade.columns }} {% endfor %}end as condition_columns,
        case {% for bound in plan.selected.bands[1:-1] %}when {{ size }} < {{ bound }} then {{ loop.index }} {% endfor %}else {{ plan.selected.bands | length - 1 }} end as band,
        {{ sqlmetrics.as_double('place') }} * {{ sqlmetrics.as_double('0.6180339887498949') }} + {{ sqlmetrics.as_double(plan.selected.turn) }} as turned
    from numbered_{{ base.number }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
shuffled as (
    select
        grade_number, place, condition_columns, band, turned - floor(turned) as shuffle,
        row_number() over (partition by grade_number, band order by turned - floor(turned), place) as turn
    from candidates
),
strata as (
    select
        grade_number, place, condition_columns, band,
        row_number() over (partition by condition_columns, band order by turn, shuffle, grade_number) as stratum_place
    from shuffled
),
selected as (
    select
        grade_number as selected_grade, place as selected_place, band,
        row_number() over (order by stratum_place, condition_columns, band) as query_place
    from strata
),
{%- endif %}
conditions as (
    {%- for base in plan.bases %}
    {%- set b = base.number %}
    select
        {% if plan.selected %}query_place, band{% else %}asked.place as query_place, 0 as band{% endif %}, asked.grade_number as grade_number,
        {%- for place in range(1, widest + 1) %}
        {{ sqlmetrics.as_string('asked.graded_' ~ place if place <= base.columns | length else 'null') }} as code_{{ place }},
        {%- endfor %}
        {%- for answer in answers %}
        {{ sqlmetrics.as_double('asked.' ~ answer) }} as {{ answer }}_0,
        {%- endfor %}
        {%- for relation in plan.relations[1:] %}
        {%- for answer in answers %}
        {{ sqlmetrics.as_double('answered_' ~ relation.number ~ '.' ~ answer if b in relation.bases else 'null') }} as {{ answer }}_{{ relation.number }},
        {%- endfor %}
        {%- endfor %}
        {{ base.columns | length }} as code_columns
    from numbered_{{ b }} asked
    {%- if plan.selected %}
    join selected on selected_grade = asked.grade_number and selected_place = asked.place and query_place <= {{ plan.selected.limit }}
    {%- endif %}
    {%- for relation in plan.relations[1:] if b in relation.bases %}
    left join {{ sqlmetrics.graded_counts(plan, base, relation) }} answered_{{ relation.number }} on answered_{{ relation.number }}.grade_number = asked.grade_number
        {%- for column in base.columns %} and {{ sqlmetrics.same('answered_' ~ relation.number ~ '.graded_' ~ loop.index, 'asked.graded_' ~ loop.index) }}{% endfor %}
    {%- endfor %}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
select
    query_place, band, grade_number, {% for place in range(1, widest + 1) %}code_{{ place }}, {% endfor -%}
    {%- for relation in plan.relations %}{{ ', ' if not loop.first }}{% for answer in answers %}{{ answer }}_{{ relation.number }}{{ ', ' if not loop.last }}{% endfor %}{% endfor %}
from conditions
order by {{ 'query_place' if plan.selected else 'grade_number, query_place' }}
{%- endmacro %}
