{#-
The share of the records whose class is so small that the chance to pick the right one exceeds a
threshold.

symbol: at risk
title: Records at risk
short: People in groups that are too small
plain: The share of people in groups so small that the chance to pick the right record is above a
    threshold. At the usual threshold of 0.2 these are groups of fewer than five.
formula: the share of the records with 1 / n_y > threshold
tex: \frac{1}{N} \sum_{y : \, 1 / n_y > t} n_y, \quad t \text{ the threshold}
order: 14
unit: share
range: 0 to 1
direction: higher is riskier
question: Can someone be singled out?
targets: identity
levels: table
aggregate: count
link: high
wildcards: yes
known: yes
people: the share of the people with 1 / n_y > threshold in at least one class
people_cells: mean person_at_risk
cells: sum class_at_risk
parameters: threshold = 0.2
merging: table
interval: class sizes
source: El Emam and Dankar 2008, the prosecutor scenario; 0.2, classes of fewer than five, is the
    customary threshold in health data
estimate: at_risk / records
-#}
{%- macro records_at_risk(level, parameters, people=false) -%}
{{ 'mean_person_at_risk' if people else 'sum_class_at_risk / total' }}
{%- endmacro %}
