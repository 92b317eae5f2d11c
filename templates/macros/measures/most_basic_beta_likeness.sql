{#-
The most records of a class that can lie in classes whose basic beta-likeness is at most beta;
`ratio` is 1 + beta. NULL where that bounds nothing. DuckDB only.

Together they keep beta too, as shares of the union are means of theirs: any values B have at most
(1 + beta) p(B) of their N records, and all others are the n(A) of the class: N (1 - (1 + beta)
p(B)) <= n(A). The values A that gain least give the least bound, with the values that the class
lacks.
-#}
{%- macro most_basic_beta_likeness(parameters) -%}
{{ sqlmetrics.most_of_ratio(parameters.ratio) }}
{%- endmacro %}
