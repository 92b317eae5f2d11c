{#-
The most records of a class that can lie in classes whose enhanced beta-likeness is at most `limit`;
NULL where that bounds nothing. DuckDB only.

Together they keep the limit c(x) = p(x) (1 + min(beta, -ln p(x))) of each value's share, as shares
of the union are means of theirs. So N (1 - c(x)) <= n - n(x) for each value, and no records do
where the limits of the class's values add up to less than 1.
-#}
{%- macro most_enhanced_beta_likeness(parameters) -%}
{%- set share -%}
n_x / total * (1 + 1e-9 + least({{ sqlmetrics.double_literal(parameters.limit) }},
    {{ sqlmetrics.ln('total / n_x') }}))
{%- endset -%}
least(
    min(case when {{ share }} < 1 - 2e-9 then (n_y - n) / (1 - 1e-9 - {{ share }}) end),
    case when sum({{ share }}) < 1 - 1e-9 then 0 end
)
{%- endmacro %}
