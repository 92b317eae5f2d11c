{#-
The expected share of the records that an attacker names correctly by matching the whole table with
the population.

symbol: marketer
title: Marketer risk
short: People named correctly by matching a list
plain: The share of people who are named correctly when the whole table is matched with a list of
    the population. 0.1 means one in ten.
formula: 1/N sum over y of n_y / F_y
tex: \frac{1}{N} \sum_y \frac{n_y}{F_y}
order: 26
unit: probability
range: 0 to 1
direction: higher is riskier
question: Can someone be singled out?
targets: population
levels: table
aggregate: average
link: high
people: the mean over the people of their largest 1 / F_y
people_cells: mean person_reach
cells: mean class_reach
undefined: the population has nobody of some class, or fewer people than the table
source: Dankar and El Emam 2010, the marketer scenario
-#}
{%- macro marketer_risk(level, people=false) -%}
{{ 'mean_person_reach' if people else 'mean_class_reach' }}
{%- endmacro %}
