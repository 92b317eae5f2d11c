{#-
The cuts of one round, a row for each region that is cut: region, the number of the column (place),
the regions that it makes (lower, upper), and per column the last rank of the lower one (border_1..)
and the first of the upper one (next_1..), NULL of a column that does not decide. DuckDB only.

The border is the first behind which half of the records lie, or the last where all would be in the
lower half. Of the columns whose halves both keep all conditions the one with the widest span is cut.

plan              a plan with as many keys as there are columns
ranked            the table of `ranked_counts`
cuts.columns      list of {number, on_line, reach}: a column, whether its values lie on a line, and
                  how far they reach in the whole table, as text of a double
cuts.orders       by column the numbers of the columns in whose order its cuts are, itself first
cuts.open_alone   whether closed regions do not matter to a class's score
cuts.failing      by column the query of the halves that fail a condition, from the rows of `halved`
cuts.most         the largest number of a region
-#}
{%- macro median_cuts(plan, ranked, cuts) -%}
with
{{ sqlmetrics.halved_counts(plan, ranked, cuts) }},
-- a row per column and half that fails
failing_halves as (
    {%- for column in cuts.columns %}
    select {{ column.number }} as place, key_{{ column.number }} as half
    from (
        {{ cuts.failing[loop.index0] }}
    ) failing_{{ column.number }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
-- a row per open region and column that may be cut
allowed as (
    {%- for column in cuts.columns %}
    {%- set order = cuts.orders[loop.index0] %}
    select
        borders_{{ column.number }}.region as region, {{ column.number }} as place,
        span_{{ column.number }} as span
        {%- for other in cuts.columns %},
        {{ 'border_' ~ other.number ~ ', next_' ~ other.number if other.number in order
            else 'cast(null as bigint) as border_' ~ other.number ~ ', cast(null as bigint) as next_'
            ~ other.number }}
        {%- endfor %}
    from borders_{{ column.number }}
    join spans on spans.region = borders_{{ column.number }}.region
    where several_{{ column.number }} and not exists (
        select 1
        from failing_halves
        where failing_halves.place = {{ column.number }}
            and failing_halves.half // 2 = borders_{{ column.number }}.region
    )
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
-- a row per open region and column that may be cut, the widest first
chosen as (
    select allowed.*, row_number() over (partition by region order by span desc, place) as choice
    from allowed
)
select
    region, place, {{ cuts.most }} + 2 * row_number() over (order by region) - 1 as lower,
    {{ cuts.most }} + 2 * row_number() over (order by region) as upper
    {%- for column in cuts.columns %}, border_{{ column.number }}, next_{{ column.number }}{% endfor %}
from chosen
where choice = 1
{%- endmacro %}
