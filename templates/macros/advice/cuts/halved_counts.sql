{#-
Ranked counts whose keys are the halves of their regions, as text of common table expressions up to
`halved`: key_1 is twice the region's number by a cut of the first column, and one more beyond its
border; where a region has no border it is twice the number. `borders_1`.. are the borders of the
columns, and `spans` has how far each column's values reach in a region. See `median_cuts`. DuckDB
only.
-#}
{%- macro halved_counts(plan, ranked, cuts) -%}
-- a row per open region and combination of known values
known as materialized (
    select
        region,
        {%- for column
            in cuts.columns %} key_{{ column.number }},
            max(spot_{{ column.number }}) as spot_{{ column.number }},{% endfor %}
        {{ sqlmetrics.as_double('sum(records)') }} as n
    from {{ ranked }} ranked
    where open = 1{{ ' and attribute = 1' if plan.attributes | length > 1 }}
    group by region{% for column in cuts.columns %}, key_{{ column.number }}{% endfor %}
),
-- a row per open region
spans as (
    select
        region
        {%- for column in cuts.columns %},
        min(key_{{ column.number }}) < max(key_{{ column.number }}) as several_{{ column.number }},
        coalesce({{ 'max(spot_' ~ column.number ~ ') - min(spot_' ~ column.number ~ ')' if column.on_line
            else 'count(distinct key_' ~ column.number
            ~ ')' }}, 0) / {{ sqlmetrics.double_literal(column.reach) }} as span_{{ column.number }}
        {%- endfor %}
    from known
    group by region
),
{%- for column in cuts.columns %}
{%- set order = cuts.orders[loop.index0] %}
{%- set names = [] %}
{%- for number in order %}{% do names.append('key_' ~ number) %}{% endfor %}
{%- set names = names | join(', ') %}
-- a row per open region, with the border nearest the median
borders_{{ column.number }} as (
    select region{% for number
        in order %}, key_{{ number }} as border_{{ number }}, next_{{ number }}{% endfor %}
    from (
        select region, {{ names }}{% for number
            in order %}, next_{{ number }}{% endfor %},
            row_number() over (partition by region order by case when 2 * upto >= whole then upto
                else 2 * whole - upto end) as place
        from (
            select
                region, {{ names }}, sum(n) over (partition by region order by {{ names }}) as upto,
                sum(n) over (partition by region) as whole
                {%- for number
                    in order %}, lead(key_{{ number }}) over (partition by region
                        order by {{ names }}) as next_{{ number }}{% endfor %}
            from (
                select region, {{ names }}, sum(n) as n
                from known
                group by region, {{ names }}
            ) ordered
        ) running
        where next_{{ order[0] }} is not null
    ) placed
    where place = 1
),
{%- endfor %}
-- a row per count
halved as materialized (
    select
        {{ 'attribute, ' if plan.attributes | length > 1 }}{{ 'individual, ' if plan.individual is not none }}
        {%- for column in cuts.columns %}
        2 * ranked.region + case when {{ sqlmetrics.beyond_border(cuts.orders[loop.index0],
            'borders_' ~ column.number) }} then 1 else 0 end as key_{{ column.number }},
        {%- endfor %}
        {% for attribute in plan.attributes %}value_{{ loop.index }}, {% endfor %}records
    from {{ ranked }} ranked
    {%- for column in cuts.columns %}
    left join borders_{{ column.number }} on borders_{{ column.number }}.region = ranked.region
    {%- endfor %}
    {%- if cuts.open_alone %}
    where open = 1
    {%- endif %}
)
{%- endmacro %}
