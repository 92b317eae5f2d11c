{#-
The common table expressions up to `cells`: for each origin of a classifier (the original; keys and
sensitive attributes apart; the release), each combination of values v_1.., where v_t is the
workload attribute, the records to learn from and those to test on.

A fixed part of the original is held out: its combinations are ordered byte by byte, shuffled by
whole-number arithmetic on their place and the seed, and counted through; one record in a fixed
number is held out. Nothing depends on the order of the records, nor on the engine. Held-out records
are recoded as the release: each value becomes the first of its recodings that the release has. A
release holds the held-out records too: each of its combinations counts for the share of the
original's records of it that were not held out. Released records whose workload attribute is
`suppressed` teach nothing.

Where individuals are told apart, records are people, each once in each combination, and people are
held out whole: they are shuffled in the order of their names in place of the combinations.
-#}
{%- macro tradeoff_cells(experiment) -%}
{%- set columns = experiment.columns -%}
{%- set prime = 16777213 -%}
{%- set learnt_text = sqlmetrics.as_string('a_' ~ experiment.target.number) -%}
{%- set raw = [] -%}
{%- for column in columns if column.candidates %}{% do raw.append('raw_' ~ column.number) %}{% endfor -%}
{%- set coded = [] -%}
{%- for column in columns %}{% do coded.append('e_' ~ column.number) %}{% endfor -%}
{%- set whole_people = experiment.individual is not none and not experiment.control -%}
{%- set kept = 'person' if whole_people else (raw + coded) | join(', ') -%}
{% if whole_people -%}
-- a row per person and combination of values in the original
original_members as (
    {{ sqlmetrics.tradeoff_members(experiment.original, columns, experiment.individual) }}
),
{% else -%}
-- a row per combination of values in the original
original_counts as (
    {{ sqlmetrics.tradeoff_counts(experiment.original, columns, experiment.individual) }}
),
{% endif -%}
{% if experiment.control -%}
-- a row per combination of values in the control group
control_counts as (
    {{ sqlmetrics.tradeoff_counts(experiment.control, columns, experiment.individual) }}
),
-- a row per combination of values, of the original and of the control group
people as (
    select
        {{ sqlmetrics.coded_columns(columns) }},
        {{ sqlmetrics.as_double('records') }} as members, {{ sqlmetrics.as_double('0') }} as held_out,
        {{ sqlmetrics.as_double('0') }} as tested
    from original_counts
    union all
    select
        {{ sqlmetrics.coded_columns(columns) }},
        {{ sqlmetrics.as_double('0') }} as members, {{ sqlmetrics.as_double('0') }} as held_out,
        {{ sqlmetrics.as_double('records') }} as tested
    from control_counts
),
{% else -%}
-- a row per {{ 'person' if whole_people else 'combination of values' }}
coded as (
    {%- if whole_people %}
    select person, {{ sqlmetrics.as_double('1') }} as members
    from original_members
    group by person
    {%- else %}
    select
        {{ sqlmetrics.coded_columns(columns) }},
        {{ sqlmetrics.as_double('records') }} as members
    from original_counts
    {%- endif %}
),
-- a row per {{ 'person' if whole_people else 'combination of values' }}
placed as (
    select
        {{ kept }}, members,
        {{ sqlmetrics.as_double('row_number() over (order by '
            ~ sqlmetrics.byte_ordered(['person'] if whole_people else coded) ~ ')') }} as place
    from coded
),
-- a row per {{ 'person' if whole_people else 'combination of values' }}
stirred as (
    select {{ kept }}, members, place, {{ sqlmetrics.remainder('48271 * place + ' ~ experiment.seed,
        prime) }} as stirred_once
    from placed
),
-- a row per {{ 'person' if whole_people else 'combination of values' }}
mixed as (
    select {{ kept }}, members, place, stirred_once,
    {{ sqlmetrics.remainder('stirred_once * stirred_once + place', prime) }} as stirred_twice
    from stirred
),
-- a row per {{ 'person' if whole_people else 'combination of values' }}
shuffled as (
    select {{ kept }}, members, place, {{ sqlmetrics.remainder('stirred_twice * stirred_twice + stirred_once',
        prime) }} as turn
    from mixed
),
-- a row per {{ 'person' if whole_people else 'combination of values' }}
counted_through as (
    select
        {{ kept }}, members,
        sum(members) over (order by turn, place rows between unbounded preceding and current row) as reached
    from shuffled
),
{% if whole_people -%}
-- a row per person
drawn as (
    select person, {{ sqlmetrics.held_out(experiment) }} as drawn_out
    from counted_through
),
-- a row per combination of values
member_counts as (
    select
        {%- for column in columns %}
        original_members.a_{{ column.number }} as a_{{ column.number }},
        {%- endfor %}
        {{ sqlmetrics.count_records() }} as records, sum(drawn.drawn_out) as drawn_records
    from original_members
    join drawn on drawn.person = original_members.person
    group by
        {%- for column in columns %}
        original_members.a_{{ column.number }}{{ ',' if not loop.last }}
        {%- endfor %}
),
{% endif -%}
-- a row per combination of values
people as (
    {%- if whole_people %}
    select
        {{ sqlmetrics.coded_columns(columns) }},
        {{ sqlmetrics.as_double('records') }} as members,
        {{ sqlmetrics.as_double('drawn_records') }} as held_out,
        {{ sqlmetrics.as_double('drawn_records') }} as tested
    from member_counts
    {%- else %}
    select
        {{ kept }}, members,
        {{ sqlmetrics.as_double(sqlmetrics.held_out(experiment)) }} as held_out,
        {{ sqlmetrics.as_double(sqlmetrics.held_out(experiment)) }} as tested
    from counted_through
    {%- endif %}
),
{% endif -%}
{% if experiment.release -%}
-- a row per combination of released values
released as (
    select
        {%- for column in columns %}
        {{ sqlmetrics.encoded_column(column, 'a_' ~ column.number)
            if column.present else sqlmetrics.literal('none') }} as r_{{ column.number }},
        {%- endfor %}
        {{ sqlmetrics.as_double('records') }} as records
    from (
    {{ sqlmetrics.tradeoff_counts(experiment.release, columns | selectattr('present') | list,
        experiment.individual if experiment.released_people else none) }}
    ) release_counts
    {%- if experiment.suppressed is not none %}
    where {{ learnt_text }} is null or {{ learnt_text }} <> {{ sqlmetrics.literal(experiment.suppressed) }}
    {%- endif %}
),
{% for column in columns if column.candidates and column.present -%}
{{ sqlmetrics.fitting(column) }},
{% endfor -%}
{% endif -%}
-- a row per origin
origins as (
    {%- for origin in experiment.origins %}
    select {{ sqlmetrics.literal(origin.name) }} as origin{{ sqlmetrics.one_row() }}{{ ' union all'
        if not loop.last }}
    {%- endfor %}
),
-- a row per origin and combination of values of a relation
gathered as (
    select
        origins.origin as origin,
        {%- for column in columns %}
        case
            {%- for origin in experiment.origins %}
            when origins.origin = {{ sqlmetrics.literal(origin.name) }} then {{ sqlmetrics.literal('none')
                if column.number not in origin.columns
                else 'coalesce(fitting_' ~ column.number ~ '.node, people.e_' ~ column.number ~ ')'
                if origin.name == 'released' and column.candidates else 'people.e_' ~ column.number }}
            {%- endfor %}
        end as v_{{ column.number }},
        {%- endfor %}
        people.members as members, people.held_out as held_out, people.tested as tested,
        case when origins.origin = {{ sqlmetrics.literal('released') }} then 0
            else people.members end as offered
    from people
    cross join origins
    {%- for column in columns if experiment.release and column.candidates and column.present %}
    left join fitting_{{ column.number }}
        on fitting_{{ column.number }}.original_code = people.e_{{ column.number }}
    {%- endfor %}
    {%- if experiment.release %}
    union all
    select
        {{ sqlmetrics.literal('released') }} as origin,
        {%- for column in columns %}
        r_{{ column.number }} as v_{{ column.number }},
        {%- endfor %}
        0 as members, 0 as held_out, 0 as tested, records as offered
    from released
    {%- endif %}
),
{%- set values = [] -%}
{%- for column in columns %}{% do values.append('v_' ~ column.number) %}{% endfor %}
-- a row per origin and combination of values
summed as (
    select
        origin, {{ values | join(', ') }},
        sum(gathered.members) as members, sum(gathered.held_out) as held_out, sum(gathered.tested) as tested,
        sum(gathered.offered) as offered
    from gathered
    group by origin, {{ values | join(', ') }}
),
-- a row per origin and combination of values
cells as (
    select
        origin, {{ values | join(', ') }},
        {{ sqlmetrics.as_double('summed.members') }} as members,
        {{ sqlmetrics.as_double('summed.tested') }} as tested,
        {{ sqlmetrics.as_double('case when summed.members > 0'
            ~ ' then offered * (summed.members - held_out) / summed.members else offered end') }} as learnt
    from summed
)
{%- endmacro %}
