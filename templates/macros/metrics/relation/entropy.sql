{#-
How uncertain the target is before anything is known of a person.

symbol: H(X)
title: Entropy
short: Uncertainty before anything is known
plain: How much is open about a person before anything is known, in bits. One bit is as much as one
    yes-or-no question with equally likely answers.
formula: H(X) = - sum over x of p(x) log2 p(x)
tex: H(X) = - \sum_x p(x) \log_2 p(x)
order: 140
unit: bits
range: 0 to log2 of the number of values
direction: higher is safer
question: How uncertain is the target?
targets: any
levels: table
aggregate: average
link: weak
merging: table
interval: entropies
interval_of: population
source: Shannon 1948; ITPR paper, eq. 1
estimate: bits(value_uncertainty) / records
-#}
{%- macro entropy(level) -%}
target_entropy
{%- endmacro %}
