{#-
Conditions on one column that a single released record meets, drawn at random: the value, `=` or for the ends of numbers `<=` and `>=`,
and how many there are.
-#}
{%- macro lone_values(release, column, seed, size) -%}
with found_values as (
    select {{ sqlmetrics.told(column) }} as v1, {{ sqlmetrics.count_records() }} as records
    from {{ release }} source
    group by {{ sqlmetrics.told(column) }}
),
{%- if column.kind == 'number' %}
ends as (
    select min(v1) as least, max(v1) as greatest
    from found_values
),
{%- endif %}
lone as (
    select v1, '=' as comparison
    from found_values
    where records = 1
    {%- if column.kind == 'number' %}
    union all
    select found_values.v1, '<=' as comparison
    from found_values cross join ends
    where found_values.records = 1 and found_values.v1 = ends.least
    union all
    select found_values.v1, '>=' as comparison
    from found_values cross join ends
    where found_values.records = 1 and found_values.v1 = ends.greatest
    {%- endif %}
),
numbered as (
    select v1, comparison, row_number() over (order by v1, comparison) as place, {{ sqlmetrics.count_records() }} over () as found
    from lone
)
select v1, comparison, found, draw
from (
{{ sqlmetrics.drawn('select v1, comparison, found, place from numbered', 'v1, comparison, found, place', 'place', seed) }}
) drawn
order by draw, place
{{ sqlmetrics.row_limit(size) }}
{%- endmacro %}
