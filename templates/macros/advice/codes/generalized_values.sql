{#-
The values of a column with the domain that each level puts them in: coded_value, its records n,
domain_1... from the finest level up. DuckDB only.

counts  list of {table, column, levels, several, weighed}: a count table, the column in it, the
        columns of its levels where it was recoded already, whether it counts several attributes,
        and whether it has the records of the relation, not of the population
levels  recodings
-#}
{%- macro generalized_values(counts, levels) -%}
{%- set given = counts[0].levels -%}
select
    counted_values.coded_value, counted_values.n
    {%- for level in levels %},
    {{ 'counted_values.level_' ~ loop.index if given
        else sqlmetrics.recoded('counted_values.coded_value', level,
        'mapping_' ~ loop.index) }} as domain_{{ loop.index }}
    {%- endfor %}
from (
    select coded_value{% for level
        in given %}, level_{{ loop.index }}{% endfor %}, {{ sqlmetrics.as_double('sum(n)') }} as n
    from (
        {%- for part in counts %}
        select {{ part.column }} as coded_value{% for level
            in part.levels %}, {{ level }} as level_{{ loop.index }}{% endfor %}, {{ 'records' if part.weighed
            else '0' }} as n
        from {{ part.table }} counted
        {%- if part.several %}
        where attribute = 1
        {%- endif %}
        {{- '\n        union all' if not loop.last }}
        {%- endfor %}
    ) coded_counts
    group by coded_value{% for level in given %}, level_{{ loop.index }}{% endfor %}
) counted_values
{%- for level in levels if level.kind == 'table' and not given %}
left join {{ sqlmetrics.mapping(level.pairs) }} mapping_{{ levels.index(level)
    + 1 }} on mapping_{{ levels.index(level)
    + 1 }}.value = {{ sqlmetrics.as_string('counted_values.coded_value') }}
{%- endfor %}
{%- endmacro %}
