{#-
The fewest people of the population that share the keys of anybody in the table: how many he hides
among where it is not known who is in it.

symbol: k-map
title: k-map
formula: k = min over y of F_y, the population's people with the keys y
class: F_y
order: 20
unit: individuals
range: 1 or more
direction: higher is safer
question: Can someone be singled out?
targets: population
levels: table, class
cells: min class_population
undefined: the population has nobody of some class, or fewer people than the table
source: Sweeney 2001; El Emam and Dankar 2008
-#}
{%- macro k_map(level) -%}
{{ 'min_' if level == 'table' }}class_population
{%- endmacro %}
