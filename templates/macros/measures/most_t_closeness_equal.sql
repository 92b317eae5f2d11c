{#-
The most records of a class that can lie in classes whose distance from the table is at most
`limit`; NULL where that bounds nothing. DuckDB only.

The distance is convex, so together they keep t too: any values A have at least p(A) - t of their N
records, and the class has n(A) of these: N (p(A) - t) <= n(A). The values A that gain least give
the least bound, after the values that the class lacks.
-#}
{%- macro most_t_closeness_equal(parameters) -%}
{%- set t = sqlmetrics.double_literal(parameters.limit) -%}
least(
    min(case when prefix_share - {{ t }} > 2e-9 then prefix_n / (prefix_share - {{ t }} - 1e-9) end),
    case when 1 - sum(n_x) / max(total) - {{ t }} > 1e-9 then 0 end
)
{%- endmacro %}
