{#-
The sum over the records of the risk of their household: how many people are expected to have somebody
of their household picked.

symbol: expected household re-id.
title: Expected re-identifications by household
short: Number of people whose household is picked
plain: The estimated number of people of whose household somebody is named correctly when everybody is
    looked up in the whole population.
formula: sum over h of n_h R_h, with R_h = 1 - product over the people i of household h of (1 -
    r_i), r_i their individual risk
tex: \sum_h n_h \, R_h, \quad R_h = 1 - \prod_{i \in h} (1 - r_i)
order: 29
unit: individuals
range: 0 to N
direction: higher is riskier
question: Can someone be singled out?
targets: households
levels: table
aggregate: count
link: high
people: the same over people, each with the largest r_y of their classes
needs: households
undefined: a survey weight is missing, not above 0 or above a million millions, or a person has several
source: Franconi and Polettini 2004; as in sdcMicro and mu-Argus
-#}
{%- macro expected_household_reidentifications(level) -%}
household_reidentifications
{%- endmacro %}
