{#- The values of a column that at least `least` records have, the most frequent first: value, n. DuckDB only. -#}
{%- macro common_values(relation, column, most, least) -%}
select cast(source.{{ sqlmetrics.quoted(column) }} as varchar) as value, {{ sqlmetrics.count_records() }} as n
from {{ relation }} source
group by 1
having {{ sqlmetrics.count_records() }} >= {{ least }}
order by n desc, value
limit {{ most }}
{%- endmacro %}
