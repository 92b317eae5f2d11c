{#-
The highest probability, given the keys, that a person of the population is in the table.

symbol: delta max
title: delta-presence, upper bound
short: Surest that somebody is in the table
plain: How sure an attacker can be at most that a person of the population is in the table. 1 means
    that the table holds everybody of some group.
formula: delta = max over y of n_y / F_y
tex: \delta_{\max} = \max\limits_y \frac{n_y}{F_y}
class: n_y / F_y
order: 22
unit: probability
range: 0 to 1
direction: higher is riskier
question: Can someone be singled out?
targets: population
levels: table, class
aggregate: worst
link: high
cells: max class_presence
undefined: the population has nobody of some class, or fewer people than the table
merging: passing classes
source: Nergiz, Atzori and Clifton 2007
-#}
{%- macro delta_presence(level) -%}
{{ 'max_' if level == 'table' }}class_presence
{%- endmacro %}
