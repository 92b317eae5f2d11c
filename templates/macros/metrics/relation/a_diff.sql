{#-
How far a class moves an attacker's belief about its people; over the table the largest move, which
is t-closeness with equal distance.

symbol: A_diff
title: Adversarial difference
short: Shift of belief in the most telling group
plain: How far the most telling group moves an attacker's belief about its people. 0 means that
    every group looks like the whole table; the nearer to 1, the more a group tells.
formula: max over y of A_diff(y)
tex: A_{\mathrm{diff}} = \max\limits_y A_{\mathrm{diff}}(y) = \max\limits_y \frac{1}{2} \sum_x |p(x)
    - p(x|y)|
class: A_diff(y) = 1/2 sum over x of |p(x) - p(x|y)|
order: 135
unit: share
range: 0 to 1
direction: higher is riskier
question: What does the table teach an attacker?
targets: sensitive
levels: table, class
aggregate: worst
link: medium
same_as: t_closeness_equal
cells: max class_distance
merging: passing classes
source: Brickell and Shmatikov 2008
bound: max_class_distance
worst: 1
-#}
{%- macro a_diff(level) -%}
{{ 'max_' if level == 'table' }}class_distance
{%- endmacro %}
