{#-
The difference between the sizes of the largest and the smallest class.

symbol: epsilon (sizes)
title: Imbalance of classes
also: imbalance
short: Largest group's people less the smallest's
plain: How many more people the largest group has than the smallest one. 0 means that all groups have
    one size.
formula: epsilon = max over y of n_y - min over y of n_y
tex: \varepsilon = \max\limits_y n_y - \min\limits_y n_y
order: 18
unit: individuals
range: 0 to N
direction: higher is riskier
question: Can someone be singled out?
targets: identity
levels: table
aggregate: worst
link: weak
request: yes
source: ITPR paper, eq. 11
-#}
{%- macro class_imbalance(level) -%}
largest_size - least_size
{%- endmacro %}
