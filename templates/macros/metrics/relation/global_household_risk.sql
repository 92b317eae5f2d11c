{#-
The mean over the records of the risk of their household: the share of the people of whose household
somebody is expected to be picked.

symbol: global household risk
title: Global household risk
short: People whose household is expected to be picked
plain: The estimated share of people of whose household somebody is named correctly when everybody is
    looked up in the whole population. 0.05 means one in twenty.
formula: 1/N sum over h of n_h R_h, with R_h = 1 - product over the people i of household h of (1 -
    r_i), r_i their individual risk
tex: \frac{1}{N} \sum_h n_h \, R_h, \quad R_h = 1 - \prod_{i \in h} (1 - r_i)
order: 29
unit: probability
range: 0 to 1
direction: higher is riskier
question: Can someone be singled out?
targets: households
levels: table
aggregate: average
link: high
people: the same over people, each with the largest r_y of their classes
needs: households
undefined: a survey weight is missing, not above 0 or above a million millions, or a person has several
source: Franconi and Polettini 2004; as in sdcMicro and mu-Argus
-#}
{%- macro global_household_risk(level) -%}
household_reidentifications / household_people
{%- endmacro %}
