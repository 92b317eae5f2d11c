{#-
What tells whether a column of numbers numbers the rows of a relation, as one row: its values, the
distinct ones, the whole ones, and the least and the greatest. `limit` is the clause that takes the
first rows alone, or nothing.
-#}
{%- macro row_numbering(relation, column, limit) -%}
select count(numbered) as held, count(distinct numbered) as distinct_values,
    coalesce(sum(case when floor(numbered) = numbered then 1 else 0 end), 0) as whole_values,
    min(numbered) as least_value, max(numbered) as most_value
from (
    select source.{{ sqlmetrics.quoted(column) }} as numbered
    from {{ relation }} source
    {{ limit }}
) some_rows
{%- endmacro %}
