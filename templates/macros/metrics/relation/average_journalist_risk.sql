{#-
The journalist's average chance of a right pick, over the people of the population whose keys the
table has or over the records, whichever is larger.

symbol: average journalist
title: Journalist risk, average
short: Average chance to pick the right person from a list
plain: The average chance to pick the right person from a list of the population by the known
    columns. 0.1 means one right pick in ten.
formula: max of m / sum over y of F_y and 1/N sum over y of n_y / F_y
tex: \max \left( \frac{m}{\sum_y F_y}, \; \frac{1}{N} \sum_y \frac{n_y}{F_y} \right)
order: 25
unit: probability
range: 0 to 1
direction: higher is riskier
question: Can someone be singled out?
targets: population
levels: table
aggregate: average
link: high
people: max of m / sum over y of F_y and the mean over the people of their largest 1 / F_y
people_cells: mean person_reach, sum class_population
cells: mean class_reach, sum class_population
undefined: the population has nobody of some class, or fewer people than the table
source: El Emam and Dankar 2008; El Emam 2013
-#}
{%- macro average_journalist_risk(level, people=false) -%}
{%- set mean = 'mean_person_reach' if people else 'mean_class_reach' -%}
case when classes / sum_class_population > {{ mean }} then classes / sum_class_population else {{ mean }} end
{%- endmacro %}
