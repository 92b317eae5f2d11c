{#-
How alike a column's distributions in the release and in the original are; NULL is a value.

symbol: TV
title: Total variation similarity
plain: How alike a column's values are distributed in the release and in the original. 1 means the
    same, 0 that nothing is the same.
formula: 1 - 1/2 sum over x of |p(x) - p'(x)|, p of the original, p' of the release; x is a bin
    where the column is continuous
tex: 1 - \frac{1}{2} \sum_x |p(x) - p'(x)|
order: 802
unit: share
range: 0 to 1
direction: higher is more useful
question: What is a release still good for?
targets: release
levels: table
aggregate: average
link: none
of: columns
varies: bins
undefined: the release does not have the column, or no records
source: the complement of the total variation distance, as SDMetrics' TVComplement (2023) for
    synthetic data
-#}
{%- macro total_variation_similarity() -%}
1 - moved / 2
{%- endmacro %}
