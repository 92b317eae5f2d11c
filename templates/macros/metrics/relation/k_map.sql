{#-
The fewest people of the population with the keys of a record: the crowd that hides a person from an
attacker who does not know who is in the table.

symbol: k-map
title: k-map
short: People in the population who look alike, at worst
plain: The number of people in the population who look alike, for those who hide worst. 1 means that
    only one person can be meant.
formula: k = min over y of F_y, the population's people with the keys y
tex: k = \min\limits_y F_y
class: F_y
order: 20
unit: individuals
range: 1 or more
direction: higher is safer
question: Can someone be singled out?
targets: population
levels: table, class
aggregate: worst
link: medium
headline: identity
cells: min class_population
undefined: the population has nobody of some class, or fewer people than the table
merging: any class
source: Sweeney 2001; El Emam and Dankar 2008
-#}
{%- macro k_map(level) -%}
{{ 'min_' if level == 'table' }}class_population
{%- endmacro %}
