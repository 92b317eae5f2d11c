{#-
The largest distance between the distributions of the sensitive values in a class and in the whole
table, along an order of the values; NULL stands last in their natural order.

symbol: t ordered
title: t-closeness, ordered distance
short: Distance of a group's values, neighbours near
plain: How far the sensitive values of a group are from those of the whole table, where neighbouring
    values count as near. 0 means that every group looks like the table.
formula: t = max over y of 1/(m-1) sum over i of |sum over j <= i of (p(j|y) - p(j))|, over the m
    distinct values in order
tex: t = \max\limits_y \frac{1}{m - 1} \sum_{i=1}^{m} \left| \sum_{j \le i} (p(j|y) - p(j)) \right|
class: 1/(m-1) sum over i of |sum over j <= i of (p(j|y) - p(j))|
order: 82
unit: share
range: 0 to 1
direction: higher is riskier
question: What does belonging to a group give away?
targets: ordered
levels: table, class
aggregate: worst
link: medium
cells: max ordered_distance
undefined: the order does not place every value
merging: passing classes
source: Li, Li and Venkatasubramanian 2007
-#}
{%- macro t_closeness_ordered(level) -%}
{{ 'max_' if level == 'table' }}ordered_distance
{%- endmacro %}
