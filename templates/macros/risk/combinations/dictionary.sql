{#-
The codes of a column's values: 1 is NULL, 2 the mark of suppression where there is one, and the
others count from 3. `query` is the query that has the column; for a key `number` adds the hash of
each value. DuckDB only.
-#}
{%- macro dictionary(query, column, mark, number=none) -%}
select
    coded_value,
    case when coded_value is null then 1{%
        if mark is not none %}
            when {{ sqlmetrics.as_string('coded_value') }} = {{ sqlmetrics.literal(mark) }} then 2{% endif %}
                else row_number() over (order by coded_value) + 2 end as code{{ ', '
                    ~ sqlmetrics.key_hash('coded_value', number) ~ ' as hash' if number }}
from (
    select {{ column }} as coded_value
    from ({{ query }}) coded_counts
    group by {{ column }}
) coded_values
{%- endmacro %}
