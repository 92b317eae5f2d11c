{#-
The lowest probability, given the keys, that a person of the population is in the table, over the
keys that the table has.

symbol: delta min
title: delta-presence, lower bound
short: Least sure that somebody is in the table
plain: How sure an attacker can be at least that a person of the population is in the table, for the
    groups that the table has. 0.5 means that it holds half of each group or more.
formula: min over y of n_y / F_y
tex: \delta_{\min} = \min\limits_y \frac{n_y}{F_y}
order: 23
unit: probability
range: 0 to 1
direction: higher is riskier
question: Can someone be singled out?
targets: population
levels: table
aggregate: worst
link: high
cells: min class_presence
undefined: the population has nobody of some class, or fewer people than the table
source: Nergiz, Atzori and Clifton 2007; classes of the population that the table does not have
    would make it 0
-#}
{%- macro delta_presence_least(level) -%}
min_class_presence
{%- endmacro %}
