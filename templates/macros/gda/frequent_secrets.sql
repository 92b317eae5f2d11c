{#- For each group of released records with the same known values their most frequent secret; of several the first in its order. -#}
{%- macro frequent_secrets(release, known, secret, seed, size) -%}
{%- set knows -%}{%- for column in known %}v{{ loop.index }}{{ ', ' if not loop.last }}{% endfor -%}{%- endset -%}
with cells as (
    select
        {%- for column in known %}
        {{ sqlmetrics.quoted(column.name) }} as v{{ loop.index }},
        {%- endfor %}
        {{ sqlmetrics.quoted(secret) }} as secret,
        {{ sqlmetrics.count_records() }} as records
    from {{ release }} source
    group by {% for column in known %}{{ sqlmetrics.quoted(column.name) }}, {% endfor %}{{ sqlmetrics.quoted(secret) }}
),
ranked as (
    select
        {{ knows }}, secret, records,
        sum(records) over () as all_records,
        row_number() over (partition by {{ knows }} order by records desc, secret) as preference
    from cells
),
chosen as (
    select {{ knows }}, secret, records, all_records, row_number() over (order by {{ knows }}) as place, count(*) over () as found
    from ranked
    where preference = 1
)
select {{ knows }}, secret, records, all_records, found, all_records as reached
from (
{{ sqlmetrics.drawn('select ' ~ knows ~ ', secret, records, all_records, found, place from chosen', knows ~ ', secret, records, all_records, found, place', 'place', seed) }}
) drawn
order by draw, place
{{ sqlmetrics.row_limit(size) }}
{%- endmacro %}
