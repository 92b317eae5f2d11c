{#-
The largest distance between the distributions of the sensitive values in a class and in the whole
table, over a hierarchy of the values.

symbol: t hierarchical
title: t-closeness, hierarchical distance
short: Distance of a group's values, related ones near
plain: How far the sensitive values of a group are from those of the whole table, where related
    values count as near. 0 means that every group looks like the table.
formula: t = max over y of the sum over inner nodes of level/height * min(what the node's children
    have too much, too little)
tex: t = \max\limits_y \sum_v \frac{\mathrm{level}(v)}{\mathrm{height}} \min \left(
    \mathrm{surplus}_y(v), \, \mathrm{shortage}_y(v) \right), \quad v \text{ an inner node}
class: the sum over inner nodes of level/height * min(what the node's children have too much, too
    little)
order: 84
unit: share
range: 0 to 1
direction: higher is riskier
question: What does belonging to a group give away?
targets: hierarchical
levels: table, class
aggregate: worst
link: medium
cells: max hierarchical_distance
undefined: the hierarchy does not hold every value
merging: passing classes
source: Li, Li and Venkatasubramanian 2007, with the ground distance level of the lowest common
    ancestor / height
-#}
{%- macro t_closeness_hierarchical(level) -%}
{{ 'max_' if level == 'table' }}hierarchical_distance
{%- endmacro %}
