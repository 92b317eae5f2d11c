{#-
People drawn from a public table: their values as v1, v2, .., and the number of released records
with the same keys, the columns of `keys`. A key with a `recoding` is compared as a text, once it is
recoded in the public table. NULL equals NULL.
-#}
{%- macro matched_people(public, release, columns, keys, seed, size) -%}
with
-- a row per person who is drawn
public_people as (
{{ sqlmetrics.sampled(public, columns, seed, size) }}
),
-- a row per person who is drawn
recoded_people as (
    select
        people.record
        {%- for column in columns %},
        people.v{{ loop.index }}
        {%- endfor %}
        {%- for column in keys %},
        {{ sqlmetrics.comparable(sqlmetrics.recoded('people.v' ~ column.place, column.recoding,
            'mapping_' ~ column.place), 'text' if column.recoding else column.kind) }} as k{{ column.place }}
        {%- endfor %}
    from public_people people
    {%- for column in keys if column.recoding and column.recoding.kind == 'table' %}
    left join {{ sqlmetrics.mapping(column.recoding.pairs) }} mapping_{{ column.place }}
        on mapping_{{ column.place }}.value = {{ sqlmetrics.as_string('people.v' ~ column.place) }}
    {%- endfor %}
),
-- a row per combination of keys
released as (
    select
        {%- for column in keys %}
        {{ sqlmetrics.comparable('source.' ~ sqlmetrics.quoted(column.name), 'text' if column.recoding
            else column.kind) }} as v{{ column.place }},
        {%- endfor %}
        {{ sqlmetrics.count_records() }} as records
    from {{ release }} source
    group by {% for column in keys %}{{ sqlmetrics.comparable('source.' ~ sqlmetrics.quoted(column.name),
        'text' if column.recoding else column.kind) }}{{ ', ' if not loop.last }}{% endfor %}
)
select
    {%- for column in columns %}
    people.v{{ loop.index }},
    {%- endfor %}
    coalesce(released.records, 0) as records
from recoded_people people
left join released on {% for column in keys %}{{ sqlmetrics.same('people.k' ~ column.place,
    'released.v' ~ column.place) }}{{ ' and ' if not loop.last }}{% endfor %}
order by people.record
{%- endmacro %}
