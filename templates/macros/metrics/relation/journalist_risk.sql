{#-
The chance that an attacker who looks up a person of the table in the population picks the right
person, for the person with the highest chance.

symbol: journalist
title: Journalist risk, highest
short: Chance to pick the right person from a list, at worst
plain: The chance to pick the right person from a list of the population, for those who hide worst.
    0.2 means that somebody is one of only five who look alike.
formula: max over y of 1 / F_y
tex: \max\limits_y \frac{1}{F_y}
class: 1 / F_y
order: 24
unit: probability
range: 0 to 1
direction: higher is riskier
question: Can someone be singled out?
targets: population
levels: table, class
aggregate: worst
link: high
cells: max class_reach
undefined: the population has nobody of some class, or fewer people than the table
merging: any class
source: El Emam and Dankar 2008, the journalist scenario
-#}
{%- macro journalist_risk(level) -%}
{{ 'max_' if level == 'table' }}class_reach
{%- endmacro %}
