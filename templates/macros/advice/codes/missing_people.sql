{#-
The number of classes of coded keys with more records than the population has people of them; see
`coded_keys` and `coded_people`. DuckDB only.
-#}
{%- macro missing_people(plan, keys, people) -%}
select count(*) as missing
from {{ keys }} coded
left join (
    select {{ sqlmetrics.key_columns(plan) }}, count(*) as resident_size
    from {{ people }} residents
    group by {{ sqlmetrics.key_columns(plan) }}
) counted on {% for key
    in plan.quasi_identifiers %}counted.key_{{ loop.index }} = coded.key_{{ loop.index }}{{ ' and '
    if not loop.last }}{% endfor %}
where coalesce(counted.resident_size, 0) < coded.n
{%- endmacro %}
