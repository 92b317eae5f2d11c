{#-
The risk of the least diverse class: one over the number of equally likely values that have its
entropy.

symbol: ELD
title: Entropy l-diversity risk
short: Chance to be right in the least mixed group
plain: The risk in the least mixed group: one over the number of equally likely answers that it
    leaves. 1 means that the answer is certain there.
formula: ELD = max over y of 2^-H(X|Y=y)
tex: \mathrm{ELD} = \max\limits_y 2^{-H(X|Y=y)}
class: 2^-H(X|Y=y)
order: 60
unit: probability
range: 0 to 1
direction: higher is riskier
question: What does belonging to a group give away?
targets: any
levels: table, class
aggregate: worst
link: high
merging: passing classes
source: Machanavajjhala et al. 2007, as a risk in ITPR paper, section 3.3 (the class of least
    entropy, as its table computes it)
bound: 2 ** -bits(least_mean_uncertainty)
worst: 1
-#}
{%- macro entropy_l_diversity_risk(level) -%}
exp(-{{ 'class_entropy' if level == 'class' else 'least_class_entropy' }} * {{ sqlmetrics.ln_2() }})
{%- endmacro %}
