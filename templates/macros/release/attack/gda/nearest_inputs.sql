{#-
The CTEs `sample_records`, `drawn_targets` and `released` of attacks by the nearest record: records
of each of the `people`, drawn at random, and all released ones, with their columns as v1, v2, ..
ready for `distance`; numbers, and dates as seconds, are divided by their range in the first of the
people and the release. The people are the original and perhaps a control group; `side` is 0 for the
first.
-#}
{%- macro nearest_inputs(people, release, columns, secret, seed, size) -%}
{%- set numbers = columns | selectattr('kind', 'in', ('number', 'date')) | list -%}
-- a row per record that is drawn
sample_records as {{ sqlmetrics.materialized() }}(
    {%- for relation in people %}
    select {{ loop.index0 }} as side, record * {{ people
        | length }} + {{ loop.index0 }} as record{% for column in columns %}, v{{ loop.index }}{% endfor %}
    from (
{{ sqlmetrics.sampled(relation, columns, seed, size) }}
    ) drawn_{{ loop.index }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
{%- if numbers %}
-- a row per record of the original and of the release
all_numbers as (
    select {% for column in numbers %}{{ sqlmetrics.measured_value('source.' ~ sqlmetrics.quoted(column.name),
        column.kind) }} as v{{ column.place }}{{ ', ' if not loop.last }}{% endfor %}
    from {{ people[0] }} source
    union all
    select {% for column in numbers %}{{ sqlmetrics.measured_value('source.' ~ sqlmetrics.quoted(column.name),
        column.kind) }} as v{{ column.place }}{{ ', ' if not loop.last }}{% endfor %}
    from {{ release }} source
),
-- one row
number_ends as (
    select {% for column in numbers %}
        case when max(v{{ column.place }}) > min(v{{ column.place }})
            then max(v{{ column.place }}) - min(v{{ column.place }})
                else 1 end as range{{ column.place }}{{ ',' if not loop.last }}
        {%- endfor %}
    from all_numbers
),
{%- endif %}
-- a row per record that is drawn
drawn_targets as (
    select
        sample_records.side, sample_records.record as target
        {%- for column in columns %},
        {{ sqlmetrics.measured_value('sample_records.v' ~ column.place,
            column.kind) }}{{ ' / number_ends.range' ~ column.place if column
            in numbers }} as v{{ column.place }}
        {%- endfor %}
    from sample_records{{ ' cross join number_ends' if numbers }}
),
-- a row per released record
numbered as (
    select
        {{ sqlmetrics.numbering(columns) }} as record
        {%- for column in columns %},
        {{ sqlmetrics.measured_value('source.' ~ sqlmetrics.quoted(column.name),
            column.kind) }} as v{{ column.place }}
        {%- endfor %}
        {%- if secret is not none %},
        {{ sqlmetrics.claim_value(secret) }} as secret
        {%- endif %}
    from {{ release }} source
),
-- a row per released record
released as {{ sqlmetrics.materialized() }}(
    select
        numbered.record
        {%- for column in columns %},
        numbered.v{{ column.place }}{{ ' / number_ends.range' ~ column.place
            if column in numbers }} as v{{ column.place }}
        {%- endfor %}
        {%- if secret is not none %},
        numbered.secret
        {%- endif %}
    from numbered{{ ' cross join number_ends' if numbers }}
)
{%- endmacro %}
