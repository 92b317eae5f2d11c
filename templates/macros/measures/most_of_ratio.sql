{#-
The most records of a class in which no value's share is more than a ratio times its share in the
table: see `most_basic_beta_likeness`. DuckDB only.
-#}
{%- macro most_of_ratio(ratio) -%}
{%- set rest -%}
(1 - {{ sqlmetrics.double_literal(ratio) }} * (1 - prefix_share))
{%- endset -%}
least(
    min(case when {{ rest }} > 2e-9 then prefix_n / ({{ rest }} - 1e-9) end),
    case when {{ sqlmetrics.double_literal(ratio) }} * sum(n_x) / max(total) < 1 - 1e-9 then 0 end
)
{%- endmacro %}
