{#-
One row per column, in order: its position, records, NULLs, distinct values (NULL is one), records
whose value no other has, distinction = distinct / records and separation = 1 - sum of n (n - 1) / (N (N - 1))
(Motwani and Xu 2007). Each column is read once, on its own.
-#}
{%- macro profile(relation, columns) -%}
with
-- a row per column and value
tallies as (
    {%- for column in columns %}
    select {{ loop.index }} as position, {{ sqlmetrics.count_records() }} as n, max(case when {{ 'source.'
        ~ sqlmetrics.quoted(column) }} is null then 1 else 0 end) as missing
    from {{ relation }} source
    group by {{ sqlmetrics.group_key('source.' ~ sqlmetrics.quoted(column)) }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
-- a row per column
columns as (
    {%- for column in columns %}
    select {{ loop.index }} as column_position{{ sqlmetrics.one_row() }}{{ ' union all' if not loop.last }}
    {%- endfor %}
),
-- a row per column
sums as (
    select
        column_position, coalesce(sum(n), 0) as records, coalesce(sum(n * missing), 0) as nulls_found,
        count(n) as distinct_values,
        coalesce(sum(case when n = 1 and missing = 0 then 1 else 0 end), 0) as found_alone,
        sum({{ sqlmetrics.as_double('n') }} * (n - 1)) as pairs_alike
    from columns
    left join tallies on position = column_position
    group by column_position
)
select
    column_position, records, nulls_found, distinct_values, found_alone,
    case when records > 0 then {{ sqlmetrics.as_double('distinct_values') }} / records end as distinction,
    case when records > 1 then 1 - pairs_alike / ({{ sqlmetrics.as_double('records') }}
        * (records - 1)) end as separation
from sums
order by column_position
{%- endmacro %}
