{#-
The mean over the records of their individual risk: the share of them that an attacker who looks up
everybody in the population is expected to get right.

symbol: global risk
title: Global risk
short: People expected to be named in the population
plain: The estimated share of people who are named correctly when everybody is looked up in the
    whole population. 0.01 means one in a hundred.
formula: 1/N sum over y of n_y r_y, with r_y the individual risk
tex: \frac{1}{N} \sum_y n_y \, r_y
order: 28
unit: probability
range: 0 to 1
direction: higher is riskier
question: Can someone be singled out?
targets: weighted
levels: table
aggregate: average
link: high
people: the mean over the people of their largest r_y
people_cells: mean person_individual_risk
cells: mean class_individual_risk
undefined: a survey weight is missing, not above 0 or above a million millions, or a person has several
source: Benedetti and Franconi 1998; Franconi and Polettini 2004; as in sdcMicro and mu-Argus
-#}
{%- macro global_risk(level, people=false) -%}
{{ 'mean_person_individual_risk' if people else 'mean_class_individual_risk' }}
{%- endmacro %}
