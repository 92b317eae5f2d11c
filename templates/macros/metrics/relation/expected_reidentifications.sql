{#-
The sum over the records of their individual risk: how many of them an attacker who looks up everybody
in the population is expected to get right.

symbol: expected re-id.
title: Expected re-identifications
short: Number of people expected to be named
plain: The estimated number of people who are named correctly when everybody is looked up in the
    whole population.
formula: sum over y of n_y r_y, with r_y the individual risk
tex: \sum_y n_y \, r_y
order: 28
unit: individuals
range: 0 to N
direction: higher is riskier
question: Can someone be singled out?
targets: weighted
levels: table
aggregate: count
link: high
people: the sum over the people of their largest r_y
people_cells: sum person_individual_risk
cells: mean class_individual_risk
undefined: a survey weight is missing, not above 0 or above a million millions, or a person has several
source: Benedetti and Franconi 1998; Franconi and Polettini 2004; as in sdcMicro and mu-Argus
-#}
{%- macro expected_reidentifications(level, people=false) -%}
{{ 'sum_person_individual_risk' if people else 'mean_class_individual_risk * total' }}
{%- endmacro %}
