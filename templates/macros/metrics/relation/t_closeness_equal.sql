{#-
The largest distance between the distributions of the sensitive values in a class and in the whole
table, where all values are equally far apart.

symbol: t
title: t-closeness, equal distance
also: t-closeness
short: Distance of a group's values from the table's
plain: How far the sensitive values of a group are from those of the whole table, for the group that
    differs most. 0 means that every group looks like the table.
formula: t = max over y of 1/2 sum over x of |p(x|y) - p(x)|
tex: t = \max\limits_y \frac{1}{2} \sum_x |p(x|y) - p(x)|
class: 1/2 sum over x of |p(x|y) - p(x)|
order: 80
unit: share
range: 0 to 1
direction: higher is riskier
question: What does belonging to a group give away?
targets: sensitive
levels: table, class
aggregate: worst
link: medium
cells: max class_distance
merging: passing classes
source: Li, Li and Venkatasubramanian 2007
bound: max_class_distance
worst: 1
-#}
{%- macro t_closeness_equal(level) -%}
{{ 'max_' if level == 'table' }}class_distance
{%- endmacro %}
