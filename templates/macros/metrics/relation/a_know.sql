{#-
How far the table moves an attacker's belief about a person, on average over the people.

symbol: A_know
title: Adversarial knowledge gain
short: Shift of belief on average
plain: How far belonging to a group moves an attacker's belief about a person, on average. 0 means
    that the groups tell nothing new.
formula: A_know = 1/N sum over y of n_y A_diff(y)
tex: A_{\mathrm{know}} = \frac{1}{N} \sum_y n_y \, A_{\mathrm{diff}}(y)
order: 132
unit: share
range: 0 to 1
direction: higher is riskier
question: What does the table teach an attacker?
targets: sensitive
levels: table
aggregate: average
link: medium
tradeoff: yes
cells: mean class_distance
merging: table
interval: draws
source: Brickell and Shmatikov 2008
estimate: moved / records
-#}
{%- macro a_know(level) -%}
mean_class_distance
{%- endmacro %}
