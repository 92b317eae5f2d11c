{#-
The most records of a class that can lie in classes whose delta-disclosure is at most delta; `ratio`
is e^delta. NULL where that bounds nothing. DuckDB only.

In each of them no share is more than e^delta times the share in the table, so their basic
beta-likeness is at most e^delta - 1, which holds for them together although delta may not.
-#}
{%- macro most_delta_disclosure(parameters) -%}
{{ sqlmetrics.most_of_ratio(parameters.ratio) }}
{%- endmacro %}
