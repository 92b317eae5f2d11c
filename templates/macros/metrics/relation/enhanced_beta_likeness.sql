{#-
The beta-likeness in which a value may gain at most -ln p(x), so that no frequent value becomes
certain; if one gains more, there is no such beta.

symbol: enhanced beta
title: Enhanced beta-likeness
short: Largest growth of a value's share, less for frequent ones
plain: How much a value's share grows at most from the table to a group, where frequent values may
    grow less than rare ones. Infinite means that some value grows too much for any limit.
formula: the least beta with (p(x|y) - p(x)) / p(x) <= min(beta, -ln p(x)) for all y, x
tex: \beta = \min \left\{ b \ge 0 : \frac{p(x|y) - p(x)}{p(x)} \le \min(b, \, -\ln p(x)) \text{ for
    all } y, x \right\}
class: the least beta with (p(x|y) - p(x)) / p(x) <= min(beta, -ln p(x)) for all x
order: 89
unit: ratio
range: 0 or more
direction: higher is riskier
question: What does belonging to a group give away?
targets: sensitive
levels: table, class
aggregate: worst
link: medium
cells: max class_bounded_gain
undefined: infinite: a value gains more than -ln p(x) in a class, which no beta allows
merging: passing classes
source: Cao and Karras 2012, definition 3, per value
bound: max_class_bounded_gain
-#}
{%- macro enhanced_beta_likeness(level) -%}
{{ 'max_' if level == 'table' }}class_bounded_gain
{%- endmacro %}
