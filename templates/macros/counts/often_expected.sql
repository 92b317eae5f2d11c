{#-
The mean of k ln(k / mean) for the number k of hits of a class and a value that meet often, in nats,
by the first central moments of the hypergeometric distribution. `mean` is the mean of k, `spread`
its variance.
-#}
{%- macro often_expected(mean, spread) -%}
{{ spread }} / (2 * {{ mean }}) + {{ spread }} * {{ spread }} / (4 * {{ mean }} * {{ mean }} * {{ mean }})
            - {{ spread }} * (total - 2 * class_size) / (total - 2) * (total - 2 * value_size) / total
            / (6 * {{ mean }} * {{ mean }})
{%- endmacro %}
