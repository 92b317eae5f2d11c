{#-
Released records that no other has the same values as: their values; `found` counts all of them.
-#}
{%- macro lone_groups(release, columns, seed, size) -%}
{%- set names -%}{%- for column in columns %}v{{ loop.index }}{{ ', ' if not loop.last }}{% endfor -%}
{%- endset -%}
with
-- a row per combination of values
cells as (
    select
        {%- for column in columns %}
        {{ sqlmetrics.claim_value(column) }} as v{{ loop.index }},
        {%- endfor %}
        {{ sqlmetrics.count_records() }} as records
    from {{ release }} source
    group by {% for column in columns %}{{ sqlmetrics.claim_value(column) }}{{ ', '
        if not loop.last }}{% endfor %}
),
-- a row per record that is alone
lone as (
    select {{ names }}, row_number() over (order by {{ names }}) as place, count(*) over () as found
    from cells
    where records = 1
)
select {{ names }}, found
from (
{{ sqlmetrics.drawn('lone', 'place', seed) }}
) drawn
order by draw, place
{{ sqlmetrics.row_limit(size) }}
{%- endmacro %}
