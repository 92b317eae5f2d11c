{#-
How alike the joint distributions of two columns in the release and in the original are; NULL is a
value.

symbol: contingency
title: Contingency similarity
plain: How alike two columns go together in the release and in the original. 1 means that nothing
    has changed, 0 that nothing is the same.
formula: 1 - 1/2 sum over x, y of |p(x,y) - p'(x,y)|, p of the original, p' of the release; a
    continuous column by bins
tex: 1 - \frac{1}{2} \sum_{x, y} |p(x,y) - p'(x,y)|
order: 806
unit: share
range: 0 to 1
direction: higher is more useful
question: What is a release still good for?
targets: release
levels: table
aggregate: average
link: none
of: pairs
undefined: the release does not have the columns, or no records
source: as SDMetrics' ContingencySimilarity (2023) for synthetic data
-#}
{%- macro contingency_similarity() -%}
1 - moved / 2
{%- endmacro %}
