{#-
The largest factor by which a value is more, or less, frequent in a class than in the table, as a
logarithm; values that a class lacks do not count.

symbol: delta
title: delta-disclosure
short: Largest change of a value's chance, of values in the group
plain: The largest factor by which a group makes one of its sensitive values more or less likely
    than in the whole table, as a logarithm. 0 means no change; 0.69 nats is a factor of two.
formula: delta = max over y and the x present in y of |log(p(x|y) / p(x))|
tex: \delta = \max\limits_{y, \, x \in y} \left| \log \frac{p(x|y)}{p(x)} \right|
class: max over the x present in y of |log(p(x|y) / p(x))|
order: 85
unit: nats
range: 0 or more
direction: higher is riskier
question: What does belonging to a group give away?
targets: sensitive
levels: table, class
aggregate: worst
link: medium
tradeoff: yes
cells: max class_log_ratio
parameters: log_base = e
merging: alone
source: Brickell and Shmatikov 2008
bound: max_class_log_ratio / log_unit
-#}
{%- macro delta_disclosure(level, parameters) -%}
{{ 'max_' if level == 'table' }}class_log_ratio{{ ' / ' ~ sqlmetrics.ln_2() if parameters.log_base == '2' }}
{%- endmacro %}
