{#-
The chance that at least one person of a household is picked in the population, for the household that
hides worst.

symbol: household risk
title: Household risk, highest
short: Chance to pick somebody of a household, at worst
plain: The estimated chance that somebody of a household is picked from the whole population, for the
    household that hides worst. 0.2 means one in five.
formula: max over h of R_h, with R_h = 1 - product over the people i of household h of (1 - r_i),
    r_i their individual risk
tex: \max\limits_h R_h, \quad R_h = 1 - \prod_{i \in h} (1 - r_i)
order: 29
unit: probability
range: 0 to 1
direction: higher is riskier
question: Can someone be singled out?
targets: households
levels: table
aggregate: worst
link: high
people: the same, a person with the largest r_y of their classes
needs: households
undefined: a survey weight is missing, not above 0 or above a million millions, or a person has several
source: Franconi and Polettini 2004; as in sdcMicro and mu-Argus
-#}
{%- macro household_risk(level) -%}
worst_household_risk
{%- endmacro %}
