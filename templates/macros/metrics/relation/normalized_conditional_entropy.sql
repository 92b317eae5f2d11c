{#-
The share of the target's uncertainty that is left once the quasi-identifiers are known.

symbol: H(X|Y)/H(X)
title: Normalized conditional entropy
short: Share of the uncertainty that is left
plain: The share of the uncertainty that is left once the known columns are known. 1 means that they
    tell nothing, 0 that they tell all.
formula: H(X|Y) / H(X)
tex: \frac{H(X|Y)}{H(X)}
order: 180
unit: share
range: 0 to 1
direction: higher is safer
question: How uncertain is the target?
targets: any
levels: table
aggregate: average
link: high
undefined: the target has a single value
merging: table
interval: entropies
source: ITPR paper, eq. 3
estimate: uncertainty / value_uncertainty
-#}
{%- macro normalized_conditional_entropy(level) -%}
conditional_entropy / nullif(target_entropy, 0)
{%- endmacro %}
