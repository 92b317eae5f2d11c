{#-
The CTEs `uniform_targets` and those before it: records that are drawn uniformly from the domains of
the original's columns, each column by itself, in their ranges. Numbers and dates are drawn between
their ends, in whole steps where the original's are; of others each distinct value is as likely,
NULL among them.

Expects `column_ranges` with their ends. The limit cuts nothing off: it keeps SQLite from drawing anew
for each record that they are compared with.
-#}
{%- macro uniform_values(original, columns, seed, size) -%}
{%- set digits = sqlmetrics.number_rows(['digit'], [[0], [1], [2], [3], [4], [5], [6], [7], [8], [9]]) -%}
{%- set places = [] -%}
{%- for column in columns -%}{%- do places.append([column.place]) -%}{%- endfor -%}
-- a row per uniform record
uniform_numbers as (
    select 100 * hundreds.digit + 10 * tens.digit + ones.digit as number
    from {{ digits }} hundreds cross join {{ digits }} tens cross join {{ digits }} ones
    where 100 * hundreds.digit + 10 * tens.digit + ones.digit < {{ size }}
),
-- a row per uniform record
uniform_draws as {{ sqlmetrics.materialized() }}(
    select number
    {%- for column
        in columns %}, max(case when place = {{ column.place }}
            then draw
                / {{ sqlmetrics.double_literal('2147483647') }} end) as draw{{ column.place }}{% endfor %}
    from (
{{ sqlmetrics.drawn('(select uniform_numbers.number, places.place, uniform_numbers.number * ' ~ columns
    | length ~ ' + places.place as cell from uniform_numbers cross join '
    ~ sqlmetrics.number_rows(['place'], places) ~ ' places)', 'cell', seed) }}
    ) drawn
    group by number
),
{%- for column in columns if column.kind not in ('number', 'date') %}
{%- set value = sqlmetrics.comparable('source.' ~ sqlmetrics.quoted(column.name), column.kind) %}
-- a row per value of the column
domain_{{ column.place }} as {{ sqlmetrics.materialized() }}(
    select
        {{ sqlmetrics.text_code('domain_value') }} as v{{ column.place }},
        {{ sqlmetrics.as_double('row_number()'
            ~ ' over (order by case when domain_value is null then 1 else 0 end, '
            ~ (sqlmetrics.byte_order('domain_value') if column.kind == 'text' else 'domain_value')
            ~ ')') }} - 1 as place,
        {{ sqlmetrics.as_double(sqlmetrics.count_records(' over ()')) }} as domain_size
    from (select {{ value }} as domain_value from {{ original }} source group by {{ value }}) domain_values
),
{%- endfor %}
-- a row per uniform record
uniform_places as {{ sqlmetrics.materialized() }}(
    select
        uniform_draws.number
        {%- for column in columns %},
        {{ 'uniform_draws.draw' ~ column.place if column.kind in ('number', 'date')
            else 'floor(uniform_draws.draw' ~ column.place ~ ' * size_' ~ column.place
            ~ '.domain_size)' }} as draw{{ column.place }}
        {%- endfor %}
    from uniform_draws
    {%- for column in columns if column.kind not in ('number', 'date') %}
    cross join (select max(domain_size) as domain_size from domain_{{ column.place }}) size_{{ column.place }}
    {%- endfor %}
),
-- a row per uniform record
uniform_targets as {{ sqlmetrics.materialized() }}(
    select
        uniform_places.number as unit
        {%- for column in columns %},
        {% if column.kind in ('number', 'date') -%}
        (low{{ column.place }} + case when step{{ column.place }} > 0
            then step{{ column.place }} * floor(draw{{ column.place }}
                * ((high{{ column.place }} - low{{ column.place }}) / step{{ column.place }} + 1))
                    else draw{{ column.place }} * (high{{ column.place }} - low{{ column.place }}) end)
                        / range{{ column.place }} as v{{ column.place }}
        {%- else -%}
        domain_{{ column.place }}.v{{ column.place }} as v{{ column.place }}
        {%- endif %}
        {%- endfor %}
    from uniform_places cross join column_ranges
    {%- for column in columns if column.kind not in ('number', 'date') %}
    left join domain_{{ column.place }}
        on domain_{{ column.place }}.place = uniform_places.draw{{ column.place }}
    {%- endfor %}
    order by uniform_places.number
    {{ sqlmetrics.row_limit(size) }}
)
{%- endmacro %}
