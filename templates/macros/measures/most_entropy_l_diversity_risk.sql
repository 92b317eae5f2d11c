{#-
The most records of a class that can lie in classes of a risk of at most `limit`, a lower limit of
entropy: see `most_entropy_l_diversity`.
-#}
{%- macro most_entropy_l_diversity_risk(parameters) -%}
{{ sqlmetrics.most_entropy_l_diversity(parameters) }}
{%- endmacro %}
