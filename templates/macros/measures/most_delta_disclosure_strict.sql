{#-
The most records of a class that can lie in classes whose strict delta-disclosure is at most delta;
`ratio` is e^delta. NULL where that bounds nothing. DuckDB only.

Together they keep e^-delta p(x) <= share <= e^delta p(x), as shares of the union are means of
theirs. The upper limits are as in `most_basic_beta_likeness`; by the lower ones N e^-delta p(x) <=
n(x) for each value, so none do where the class lacks one.
-#}
{%- macro most_delta_disclosure_strict(parameters) -%}
least(
    {{ sqlmetrics.most_of_ratio(parameters.ratio) }},
    min(n * total / n_x) * {{ sqlmetrics.double_literal(parameters.ratio) }},
    case when sum(n_x) < max(total) then 0 end
)
{%- endmacro %}
