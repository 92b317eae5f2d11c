{#-
The mean squared distance of each record's propensity score, the probability that it is released
rather than original, from the share of released records.

symbol: pMSE
title: Propensity score mean squared error
plain: How well released and original records can be told apart. 0 means that they cannot, or no
    better than by guessing.
formula: (1/N) sum over records i of (p_i - c)^2, N records of both sides, c the share of released
    ones; saturated: p_i is the share of released ones among the records with i's values;
    logistic: p_i is of a regression without interactions. A continuous column by bins
tex: \frac{1}{N} \sum_{i=1}^{N} (\hat{p}_i - c)^2
order: 810
unit: share
range: 0 to 1/4
direction: higher is less useful
question: What is a release still good for?
targets: release
levels: table
aggregate: average
link: none
of: propensities
undefined: the release does not have the columns, or no records
source: Woo et al. 2009; Snoke et al. 2018
-#}
{%- macro pmse() -%}
case when total > 0 and released_total > 0 then squares / (total + released_total) end
{%- endmacro %}
