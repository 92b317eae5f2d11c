{#-
The most records of a class that can lie in classes of a skewness of at most `limit`, a lower limit
of entropy: see `most_entropy_l_diversity`.
-#}
{%- macro most_skewness(parameters) -%}
{{ sqlmetrics.most_entropy_l_diversity(parameters) }}
{%- endmacro %}
