{#-
The largest factor by which a class changes the probability of a value that it holds, as a
logarithm; over the table it is delta-disclosure.

symbol: A_quot
title: Adversarial quotient
short: Largest change of a value's chance in a group
plain: The largest factor by which a group makes one of its sensitive values more or less likely, as
    a logarithm. 0 means no change; 0.69 nats is a factor of two.
formula: max over y and the x present in y of |log(p(x|y) / p(x))|
tex: A_{\mathrm{quot}} = \max\limits_{y, \, x \in y} \left| \log \frac{p(x|y)}{p(x)} \right|
class: max over the x present in y of |log(p(x|y) / p(x))|
order: 136
unit: nats
range: 0 or more
direction: higher is riskier
question: What does the table teach an attacker?
targets: sensitive
levels: table, class
aggregate: worst
link: medium
same_as: delta_disclosure
cells: max class_log_ratio
parameters: log_base = e
merging: alone
source: Brickell and Shmatikov 2008
bound: max_class_log_ratio / log_unit
-#}
{%- macro a_quot(level, parameters) -%}
{{ sqlmetrics.delta_disclosure(level, parameters) }}
{%- endmacro %}
