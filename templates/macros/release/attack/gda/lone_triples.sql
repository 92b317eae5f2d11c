{#-
Released records that conditions on several of their attributes single out, for some choices of
columns: the number of the choice, the record's number, its values, and a draw.

The conditions hold for the record itself: a text, date, truth value or NULL equal to its own, a
number at most its own up to the median, above that at least. With up to two numbers the records
that meet all of a record's conditions are none but itself where, among those with its texts and on
its side of the medians, no other is at least as extreme in both: the extreme ones are found in one
order of the group. With three numbers this finds some that are not alone, and not all that
are: these are to be counted before they are claimed. What is not a number (NaN) is no value.
-#}
{%- macro lone_triples(release, columns, medians, choices, seed, size) -%}
with
-- a row per released record
numbered as (
    select
        {{ sqlmetrics.numbering(columns) }} as record
        {%- for column in columns %},
        {{ sqlmetrics.comparable('source.' ~ sqlmetrics.quoted(column.name),
            column.kind) }} as v{{ column.place }}
        {%- endfor %}
    from {{ release }} source
),
-- a row per released record
sided as {{ sqlmetrics.materialized() }}(
    select
        record
        {%- for column in columns %},
        {%- if column.kind == 'number' %}
        case when v{{ column.place }} is null then 2
            when v{{ column.place }} > {{ sqlmetrics.double_literal(medians[column.place]) }} then 1
                else 0 end as side{{ column.place }},
        case
            when v{{ column.place }} is null then 0
            when v{{ column.place }} > {{ sqlmetrics.double_literal(medians[column.place]) }}
                then -v{{ column.place }}
            else v{{ column.place }}
        end as reach{{ column.place }}
        {%- else %}
        v{{ column.place }}
        {%- endif %}
        {%- endfor %}
    from numbered
),
-- a row per choice of columns and record that it singles out
lone as (
    {%- for choice in choices %}
    {{ sqlmetrics.lone_triple(choice) }}
    {%- if not loop.last %}
    union all
    {%- endif %}
    {%- endfor %}
),
-- a row per choice of columns and record that it singles out
found as (
    select choice, record, choice * 4194304 + record as number_of
    from lone
)
select choice, record, draw
from (
{{ sqlmetrics.drawn('found', 'number_of', seed) }}
) drawn
order by draw, choice, record
{{ sqlmetrics.row_limit(size) }}
{%- endmacro %}
