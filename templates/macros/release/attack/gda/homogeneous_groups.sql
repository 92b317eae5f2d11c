{#-
Groups of released records with the same known values that all have the same secret: known values,
secret, records; `all_records` are the release's.
-#}
{%- macro homogeneous_groups(release, known, secret, seed, size) -%}
{%- set knows -%}{%- for column in known %}v{{ loop.index }}{{ ', ' if not loop.last }}{% endfor -%}
{%- endset -%}
{%- set knows_keys -%}
{%- for column in known %}{{ sqlmetrics.window_key('v' ~ loop.index) }}{{ ', '
    if not loop.last }}{% endfor -%}
{%- endset -%}
with
-- a row per combination of known values and secret
cells as (
    select
        {%- for column in known %}
        {{ sqlmetrics.claim_value(column) }} as v{{ loop.index }},
        {%- endfor %}
        {{ sqlmetrics.claim_value(secret) }} as secret,
        {{ sqlmetrics.count_records() }} as records
    from {{ release }} source
    group by {% for column
        in known %}{{ sqlmetrics.claim_value(column) }}, {% endfor %}{{ sqlmetrics.claim_value(secret) }}
),
-- a row per combination of known values and secret
variants as (
    select
        {{ knows }}, secret, records,
        count(*) over (partition by {{ knows_keys }}) as secrets,
        sum(records) over () as all_records,
        row_number() over (order by {{ knows }}, secret) as place
    from cells
),
-- a row per group of one secret
groups_of_one_secret as (
    select {{ knows }}, secret, records, all_records, place, count(*) over () as found,
    sum(records) over () as reached
    from variants
    where secrets = 1
)
select {{ knows }}, secret, records, all_records, found, reached
from (
{{ sqlmetrics.drawn('groups_of_one_secret', 'place', seed) }}
) drawn
order by draw, place
{{ sqlmetrics.row_limit(size) }}
{%- endmacro %}
