{#-
The chance that an attacker who looks a person's keys up in the population picks the right person,
for the person with the highest chance; survey weights estimate how many people share the keys.

symbol: individual risk
title: Individual risk, highest
also: benedetti-franconi risk
short: Estimated chance to pick the right person, at worst
plain: The estimated chance to pick the right person of the population, for those who hide worst.
    0.1 means about ten people there look alike.
formula: max over y of r_y, the mean of 1 / F_y where F_y is negative binomial with n_y and p_y =
    n_y / sum of weights
tex: \max\limits_y \frac{p_y^{n_y}}{n_y} \, {}_2F_1(n_y, n_y; n_y + 1; 1 - p_y), \quad p_y =
    \frac{n_y}{\sum_{i \in y} w_i}
class: r_y, the mean of 1 / F_y; 1 / n_y where the weights add up to n_y or less
order: 27
unit: probability
range: 0 to 1
direction: higher is riskier
question: Can someone be singled out?
targets: weighted
levels: table, class
aggregate: worst
link: high
cells: max class_individual_risk
undefined: a survey weight is missing, not above 0 or above a million millions, or a person has several
source: Benedetti and Franconi 1998; Franconi and Polettini 2004; as in sdcMicro and mu-Argus
-#}
{%- macro individual_risk(level) -%}
{{ 'max_' if level == 'table' }}class_individual_risk
{%- endmacro %}
