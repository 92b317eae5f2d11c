{#-
People drawn from a public table: their values as v1, v2, .., and how many released records have the same keys, the columns of `keys`.
NULL equals NULL.
-#}
{%- macro matched_people(public, release, columns, keys, seed, size) -%}
with people as (
{{ sqlmetrics.sampled(public, columns, seed, size) }}
),
released as (
    select
        {%- for column in keys %}
        {{ sqlmetrics.comparable(sqlmetrics.quoted(column.name), column.kind) }} as v{{ column.place }},
        {%- endfor %}
        {{ sqlmetrics.count_records() }} as records
    from {{ release }} source
    group by {% for column in keys %}{{ sqlmetrics.comparable(sqlmetrics.quoted(column.name), column.kind) }}{{ ', ' if not loop.last }}{% endfor %}
)
select
    {%- for column in columns %}
    people.v{{ loop.index }},
    {%- endfor %}
    coalesce(released.records, 0) as records
from people
left join released on {% for column in keys %}{{ sqlmetrics.same(sqlmetrics.comparable('people.v' ~ column.place, column.kind), 'released.v' ~ column.place) }}{{ ' and ' if not loop.last }}{% endfor %}
order by people.record
{%- endmacro %}
