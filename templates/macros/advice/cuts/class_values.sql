{#-
The regions as the classes of a release: region, records, and for each column the value that stands
for its values (value_1..), the bits that its records lose by it (bits_1..), the sum over them of the
values that it stands for (spread_1..), and whether it stands for several (several_1..). Up to
`listed` values are listed, more are a range from the least to the greatest; NULL is listed beside
them. A range stands for all values of the table that lie in it. DuckDB only.

ranked   the table of `ranked_counts`, at the end
ranks    the tables of `key_ranks`
-#}
{%- macro class_values(plan, ranked, ranks, listed) -%}
with
-- a row per region and combination of known values
known as (
    select region,{% for table
        in ranks %} key_{{ loop.index }},{% endfor %} {{ sqlmetrics.as_double('sum(records)') }} as held
    from {{ ranked }} ranked
    {%- if plan.attributes | length > 1 %}
    where attribute = 1
    {%- endif %}
    group by region{% for table in ranks %}, key_{{ loop.index }}{% endfor %}
),
-- a row per region
sizes as (
    select region, sum(held) as records
    from known
    group by region
)
{%- for table in ranks %}
{%- set c = loop.index %},
-- a row per region and value
members_{{ c }} as (
    select region, key_text, key_rank, n, upto, sum(held) as held
    from known
    join {{ table }} on key_rank = key_{{ c }}
    group by region, key_text, key_rank, n, upto
),
-- a row per region
shown_{{ c }} as (
    select
        region,
        case
            when count(key_text) = 0 then null
            when count(key_text) <= {{ listed }} then string_agg(key_text, ' | ' order by key_rank)
            else '[' || arg_min(key_text, key_rank) || ', ' || arg_max(key_text, key_rank) || ']'
        end || case when count(key_text) < count(*) then ' | NULL' else '' end as value,
        case
            when count(key_text) <= {{ listed }} then sum(n)
            else max(case when key_text is not null then upto end) - min(upto - n)
                + sum(case when key_text is null then n else 0 end)
        end as stands_for,
        case
            when count(key_text) <= {{ listed }} then count(*)
            else max(case when key_text is not null then key_rank end) - min(key_rank) + 1
                + count(*) - count(key_text)
        end as stands_for_values,
        sum(held) as held, sum(held * {{ sqlmetrics.ln('n') }}) as own, count(*) > 1 as several
    from members_{{ c }}
    group by region
)
{%- endfor %}
select
    sizes.region as region, sizes.records as records
    {%- for table in ranks %}
    {%- set shown = 'shown_' ~ loop.index %},
    {{ shown }}.value as value_{{ loop.index }},
    greatest(0, {{ shown }}.held * {{ sqlmetrics.ln(shown
        ~ '.stands_for') }} - {{ shown }}.own) / {{ sqlmetrics.ln_2() }} as bits_{{ loop.index }},
    {{ shown }}.held * {{ shown }}.stands_for_values as spread_{{ loop.index }},
    {{ shown }}.several as several_{{ loop.index }}
    {%- endfor %}
from sizes
{%- for table in ranks %}
join shown_{{ loop.index }} on shown_{{ loop.index }}.region = sizes.region
{%- endfor %}
order by region
{%- endmacro %}
