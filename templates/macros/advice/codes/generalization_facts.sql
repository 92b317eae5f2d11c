{#-
What a column's levels are worth, a row per level from the values (0) to the root: level, the values
that no domain covers (unplaced), the domains that lie in several of the next level (split), the
largest rank, the information lost in bits (entropy_loss), the mean share of the values that a
domain stands for (granularity), the records whose value is NULL, and the most marks of suppression
that a domain consists of. Values of the population alone have no records. DuckDB only.

table   the table of `generalization_ranks`
leaves  the number of values that the column may have, by the file of its levels, or none; NULL is
        one more, and without a file they are the values that there are
listed  by level between, each domain of the file with the number of its values, as texts
-#}
{%- macro generalization_facts(table, height, mark, leaves, listed) -%}
with
{%- if leaves is not none %}
-- a row per level and domain of the file
listed as (
    select -1 as listed_level, '' as listed_domain, 0 as listed_leaves
    {%- for domains in listed %}
    union all
    select {{ loop.index }}, listed_domains.value, {{ sqlmetrics.as_double('listed_domains.domain') }}
    from {{ sqlmetrics.mapping(domains) }} listed_domains
    {%- endfor %}
),
{%- endif %}
-- a row per level and value
placed as (
    {%- for level in range(height + 2) %}
    {%- set domain = 'domain_' ~ level if 0 < level <= height else 'coded_value' if level == 0 else "'*'" %}
    {%- set above = 'domain_' ~ (level + 1) if level < height else "'*'" %}
    select
        {{ level }} as level, coded_value, n, cast({{ domain }} as varchar) as domain,
        {{ domain }} is null and coded_value is not null as unplaced,
        {{ above if level < height else "'*'" }} as above,
        {{ 'rank_' ~ level if level <= height else '0' }} as place,
        sum(n) over (partition by {{ domain }}{{ ', coded_value is null'
            if 0 < level <= height }}) as domain_n,
        sum(case when n > 0 then 1 else 0 end) over (partition by {{ domain }}{{ ', coded_value is null'
            if 0 < level <= height }}) as domain_values
    from {{ table }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
-- a row per level and domain
parents as (
    select level, domain, coded_value is null as of_null, count(distinct above) as several
    from placed
    group by level, domain, coded_value is null
),
-- a row per level
split as (
    select level, sum(case when several > 1 then 1 else 0 end) as split_domains
    from parents
    group by level
)
select
    placed.level as level,
    cast(sum(case when unplaced then 1 else 0 end) as bigint) as unplaced,
    cast(max(split_domains) as bigint) as split,
    cast(max(place) as bigint) as largest_rank,
    sum(case when n > 0 then n * {{ sqlmetrics.ln('domain_n / n') }} else 0 end)
        / {{ sqlmetrics.ln_2() }} as entropy_loss,
    {%- if leaves is none %}
    sum(n * domain_values) / sum(n) / sum(case when n > 0 then 1 else 0 end) as granularity,
    {%- else %}
    {%- set possible = '(' ~ leaves ~ ' + max(case when coded_value is null and n > 0 then 1 else 0 end))' %}
    sum(case when placed.level > {{ height }} then 0 else n * coalesce(listed_leaves, 1) end) / sum(n)
        / {{ possible }} + case when placed.level > {{ height }} then 1 else 0 end as granularity,
    {%- endif %}
    cast(sum(case when coded_value is null then n else 0 end) as bigint) as null_records,
    cast(sum(case when n > 0 then 1 else 0 end) as bigint) as distinct_values,
    cast(max(case when replace(placed.domain, {{ sqlmetrics.literal(mark) }}, '') = ''
        then length(placed.domain) else 0 end) as bigint) as marks
from placed
join split on split.level = placed.level
{%- if leaves is not none %}
left join listed on listed_level = placed.level and listed_domain = placed.domain and coded_value is not null
{%- endif %}
group by placed.level
order by placed.level
{%- endmacro %}
