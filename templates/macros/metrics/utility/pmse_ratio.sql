{#-
The propensity score mean squared error as a multiple of its expectation for a release that is drawn
anew from the original's distribution.

symbol: pMSE ratio
title: Propensity score mean squared error, ratio to its expectation
plain: How well released and original records can be told apart, as a multiple of what chance does
    to a release drawn from the original. About 1 is as good as that, 10 says that much is wrong.
formula: pMSE / ((k - 1) (1 - c)^2 c / N), k parameters of the model: the cells that have records
    where it is saturated, 1 and the values of each column but one where it is logistic
tex: \frac{\mathrm{pMSE}}{(k - 1) (1 - c)^2 \, c / N}
order: 811
unit: ratio
range: 0 or more
direction: higher is less useful
question: What is a release still good for?
targets: release
levels: table
aggregate: average
link: none
of: propensities
undefined: the release does not have the columns, or no records
source: Snoke et al. 2018
-#}
{%- macro pmse_ratio() -%}
case when total > 0 and released_total > 0 and parameters > 1
    then squares / ((parameters - 1) * (1 - released_share) * (1 - released_share) * released_share) end
{%- endmacro %}
