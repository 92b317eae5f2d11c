{#- The values of a column that at least `least` people have, the most frequent first: value, n. DuckDB only.

    People are the values of the column `individual`, or records where that is none. -#}
{%- macro common_values(relation, column, most, least, individual=none) -%}
{%- set people = sqlmetrics.count_records() if individual is none
    else 'count(distinct source.' ~ sqlmetrics.quoted(individual) ~ ')' -%}
select cast(source.{{ sqlmetrics.quoted(column) }} as varchar) as value, {{ people }} as n
from {{ relation }} source
group by 1
having {{ people }} >= {{ least }}
order by n desc, value
limit {{ most }}
{%- endmacro %}
