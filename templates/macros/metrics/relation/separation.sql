{#-
The share of all pairs of records that the keys tell apart.

symbol: separation
title: Separation
short: Pairs of people told apart
plain: The share of all pairs of people whom the known columns tell apart. 1 means that no two
    people look alike.
formula: 1 - sum over y of n_y (n_y - 1) / (N (N - 1))
tex: 1 - \sum_y \frac{n_y (n_y - 1)}{N (N - 1)}
order: 17
unit: share
range: 0 to 1
direction: higher is riskier
question: Can someone be singled out?
targets: identity
levels: table
aggregate: count
link: medium
cells: sum class_pairs
undefined: a single record has no other to be told from
merging: table
interval: class sizes
interval_of: population
source: Motwani and Xu 2007; where individuals are counted, N counts each once per class
estimate: 1 - pairs / (records * (records - 1))
-#}
{%- macro separation(level) -%}
case when total > 1 then 1 - sum_class_pairs / (total * (total - 1)) end
{%- endmacro %}
