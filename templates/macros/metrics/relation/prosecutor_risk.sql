{#-
The chance to pick a person's record by the keys, for the person with the highest chance; the
attacker knows that the person is in the table.

symbol: 1/k
title: Prosecutor risk, highest
also: prosecutor risk, re-identification risk
short: Chance to pick the right record, at worst
plain: The chance to pick the right record of a person who is known to be in the table, for those
    who hide worst. 0.2 means that the smallest group has five people.
formula: max over y of 1 / n_y
tex: \max\limits_y \frac{1}{n_y} = \frac{1}{k}
class: 1 / n_y
order: 12
unit: probability
range: 0 to 1
direction: higher is riskier
question: Can someone be singled out?
targets: identity
levels: table, class
aggregate: worst
link: high
wildcards: yes
merging: any class
source: El Emam and Dankar 2008, the prosecutor scenario
bound: 1 / least_size
worst: 1
-#}
{%- macro prosecutor_risk(level) -%}
1 / {{ 'class_size' if level == 'class' else 'least_size' }}
{%- endmacro %}
