{#-
The share of the records that are alone in their class: an attacker who knows the keys has the
record.

symbol: unique
title: Sample uniqueness
short: People who are alone in their group
plain: The share of people who are alone in their group. An attacker who knows their known columns
    has found their records.
formula: the share of the records with n_y = 1
tex: \frac{1}{N} \, |\{ y : n_y = 1 \}|
order: 15
unit: share
range: 0 to 1
direction: higher is riskier
question: Can someone be singled out?
targets: identity
levels: table
aggregate: count
link: high
wildcards: yes
people: the share of the people who are alone in at least one class
people_cells: mean person_alone
cells: sum class_alone
headline: identity
merging: table
interval: class sizes
source: Skinner and Elliot 2002
estimate: alone / records
-#}
{%- macro uniqueness(level, people=false) -%}
{{ 'mean_person_alone' if people else 'sum_class_alone / total' }}
{%- endmacro %}
