{#-
How far the most exposed class narrows the target down, on a scale that does not depend on the
number of classes.

symbol: ITPR
title: Information-theoretic privacy risk (ITPR)
short: Exposure in the most exposed group
plain: How exposed the people in the most exposed group are, from 0 to 1. 1 means that in some group
    the answer is certain.
formula: ITPR = max over y of 1 - m p(y) H(X|Y=y) / H(X), m the number of classes
tex: \mathrm{ITPR} = \max\limits_y \left( 1 - m \, p(y) \, \frac{H(X|Y=y)}{H(X)} \right)
class: 1 - m p(y) H(X|Y=y) / H(X); below 0 for a class better protected than the average one
order: 20
unit: share
range: 0 to 1; of a class from 1 - m
direction: higher is riskier
question: What does the table teach an attacker?
targets: any
levels: table, class
aggregate: worst
link: high
headline: sensitive
tradeoff: yes
undefined: the target has a single value
interval: draws
source: ITPR paper (J. Surveill. Secur. Saf. 2021;2:83), definitions 4.1 and 4.2, with p(y) as its
    tables compute it
bound: 1 - classes * least_uncertainty / value_uncertainty
worst: 1
-#}
{%- macro itpr(level) -%}
1 - classes * {{ 'weighted_entropy' if level == 'class'
    else 'least_weighted_entropy' }} / nullif(target_entropy, 0)
{%- endmacro %}
