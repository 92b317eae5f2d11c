{#-
The cells of one target of coded counts, in the order of their words: individual, key_1.., value, n
with whole numbers for values and individuals, and beside each cell the records of its value and of
the table (n_x, total). DuckDB only.
-#}
{%- macro coded_cells(plan, target) -%}
select
    {{ 'dense_rank() over (order by individual) as individual, '
        if plan.individual is not none }}{{ sqlmetrics.key_columns(plan) }},
    {{ 'dense_rank() over (order by value)' if target.attribute else '0' }} as value,
    {{ sqlmetrics.as_double('n') }} as n,
    {{ sqlmetrics.as_double('sum(n) over (' ~ ('partition by value' if target.attribute else '')
        ~ ')') }} as n_x,
    {{ sqlmetrics.as_double('sum(n) over ()') }} as total
from ({{ sqlmetrics.base_query(plan, target) }}) base
order by {{ sqlmetrics.key_columns(plan) }}
{%- endmacro %}
