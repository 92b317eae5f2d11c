{#-
For each group of released records with the same known values their most frequent secret; of several
the first in its order, NULL last.
-#}
{%- macro frequent_secrets(release, known, secret, seed, size) -%}
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
ranked as (
    select
        {{ knows }}, secret, records,
        sum(records) over () as all_records,
        row_number()
            over (partition by {{ knows_keys }} order by records desc, case when secret is null then 1
                else 0 end, secret) as preference
    from cells
),
-- a row per combination of known values
chosen as (
    select {{ knows }}, secret, records, all_records, row_number() over (order by {{ knows }}) as place,
    count(*) over () as found
    from ranked
    where preference = 1
)
select {{ knows }}, secret, records, all_records, found, all_records as reached
from (
{{ sqlmetrics.drawn('chosen', 'place', seed) }}
) drawn
order by draw, place
{{ sqlmetrics.row_limit(size) }}
{%- endmacro %}
