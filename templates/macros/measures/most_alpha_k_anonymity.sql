{#-
The most records of a class that can lie in classes in which no value has more than a share `limit`.

Together they keep the limit a too, so the class's most frequent value has at most a N of their N
records. All others are among the n - max(n) of the class: N (1 - a) <= n - max(n).
-#}
{%- macro most_alpha_k_anonymity(parameters) -%}
{{ sqlmetrics.most_of_largest(parameters.limit | float) }}
{%- endmacro %}
