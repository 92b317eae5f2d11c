{#-
The expected share of the records that an attacker re-identifies by picking, for each person, a
record of the person's class at random.

symbol: m/N
title: Prosecutor risk, average
short: Average chance to pick the right record
plain: The average chance to pick the right record of a person who is known to be in the table. 0.1
    means one right pick in ten.
formula: m / N, the mean of 1 / n_y over the records, not over the classes
tex: \frac{m}{N} = \frac{1}{N} \sum_y n_y \cdot \frac{1}{n_y}
order: 13
unit: probability
range: above 0, up to 1
direction: higher is riskier
question: Can someone be singled out?
targets: identity
levels: table
aggregate: average
link: high
wildcards: yes
people: the mean over the people of their largest 1 / n_y
people_cells: mean person_risk
merging: table
interval: class sizes
source: El Emam and Dankar 2008, the prosecutor scenario
estimate: classes / records
-#}
{%- macro average_prosecutor_risk(level, people=false) -%}
{{ 'mean_person_risk' if people else 'classes / total' }}
{%- endmacro %}
