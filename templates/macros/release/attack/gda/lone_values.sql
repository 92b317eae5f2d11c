{#-
Conditions on one of some columns of one type that a single released record meets, drawn at random:
the column's place, the value, `=` or for the ends of numbers and dates `<=` and `>=`, and the draw.
-#}
{%- macro lone_values(release, columns, seed, size) -%}
with
-- a row per record and column
cells as (
    {%- if columns | length == 1 %}
    select {{ columns[0].place }} as place, {{ sqlmetrics.claim_value(columns[0]) }} as v1
    from {{ release }} source
    {%- else %}
    {%- set places = [] -%}
    {%- for column in columns -%}{%- do places.append([column.place]) -%}{%- endfor %}
    select
        places.place,
        case places.place{% for column
            in columns %}
                when {{ column.place }} then {{ sqlmetrics.claim_value(column) }}{% endfor %} end as v1
    from {{ release }} source cross join {{ sqlmetrics.number_rows(['place'], places) }} places
    {%- endif %}
),
-- a row per column and value
found_values as (
    select place, v1, {{ sqlmetrics.count_records() }} as records
    from cells
    group by place, v1
),
{%- if columns[0].kind in ('number', 'date') %}
-- a row per column
ends as (
    select place, min(v1) as least, max(v1) as greatest
    from found_values
    group by place
),
{%- endif %}
-- a row per condition that a single record meets
lone as (
    select place, v1, '=' as comparison
    from found_values
    where records = 1
    {%- if columns[0].kind in ('number', 'date') %}
    {%- for comparison, end in [('<=', 'least'), ('>=', 'greatest')] %}
    union all
    select found_values.place, found_values.v1, '{{ comparison }}' as comparison
    from found_values join ends on ends.place = found_values.place
    where found_values.records = 1 and found_values.v1 = ends.{{ end }}
    {%- endfor %}
    {%- endif %}
),
-- a row per condition that a single record meets
numbered as (
    select place, v1, comparison, row_number() over (order by place, v1, comparison) as number_of
    from lone
)
select place, v1, comparison, draw
from (
{{ sqlmetrics.drawn('numbered', 'number_of', seed) }}
) drawn
order by draw, number_of
{{ sqlmetrics.row_limit(size) }}
{%- endmacro %}
