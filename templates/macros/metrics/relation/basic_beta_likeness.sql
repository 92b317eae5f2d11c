{#-
The largest relative gain of a value in a class over its share in the table.

symbol: beta
title: Basic beta-likeness
short: Largest growth of a value's share in a group
plain: How much a value's share grows at most from the table to a group, compared with its share in
    the table. 1 means that some value is twice as frequent in a group.
formula: beta = max over y, x of (p(x|y) - p(x)) / p(x), 0 where no value gains
tex: \beta = \max \left( 0, \; \max\limits_{y, x} \frac{p(x|y) - p(x)}{p(x)} \right)
class: max over x of (p(x|y) - p(x)) / p(x), 0 where no value gains
order: 88
unit: ratio
range: 0 or more
direction: higher is riskier
question: What does belonging to a group give away?
targets: sensitive
levels: table, class
aggregate: worst
link: medium
cells: max class_ratio
merging: passing classes
source: Cao and Karras 2012
bound: max_class_ratio - 1
-#}
{%- macro basic_beta_likeness(level) -%}
{{ 'max_' if level == 'table' }}class_ratio - 1
{%- endmacro %}
