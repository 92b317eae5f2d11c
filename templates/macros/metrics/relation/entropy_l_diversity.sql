{#-
The number of equally likely values that have the entropy of the least diverse class.

symbol: entropy l
title: Entropy l-diversity
short: Equally likely values in the least mixed group
plain: How many equally likely sensitive values the least mixed group is worth. 1 means that
    everybody in it has the same value.
formula: l = 2^(min over y of H(X|Y=y)), not rounded
tex: l = 2^{\min_y H(X|Y=y)}
class: 2^H(X|Y=y)
order: 92
unit: values
range: 1 or more
direction: higher is safer
question: What does belonging to a group give away?
targets: sensitive
levels: table, class
aggregate: worst
link: medium
merging: passing classes
source: Machanavajjhala et al. 2007
bound: 2 ** bits(least_mean_uncertainty)
worst: 1
-#}
{%- macro entropy_l_diversity(level) -%}
exp({{ 'class_entropy' if level == 'class' else 'least_class_entropy' }} * {{ sqlmetrics.ln_2() }})
{%- endmacro %}
