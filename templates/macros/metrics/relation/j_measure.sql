{#-
The part of the mutual information that a class gives: its surprise by its share of the records.

symbol: J
title: J-measure of a class
also: j-measure
short: Largest part of the bits told on average
plain: How many of the bits told on average come from the group that tells most, which has many people
    or surprises much. The parts of all groups add up to the mutual information.
formula: max over y of J(y) = p(y) I_1(y)
tex: \max\limits_y J(y), \quad J(y) = p(y) \sum_x p(x|y) \log_2 \frac{p(x|y)}{p(x)}
class: J(y) = p(y) I_1(y)
order: 124
unit: bits
range: 0 to I(X;Y)
direction: higher is riskier
question: What does belonging to a group give away?
targets: sensitive
levels: table, class
aggregate: worst
link: medium
request: yes
cells: max class_part
merging: alone
source: Smyth and Goodman 1992; a class's part in Bezzi 2010's sum of one-symbol information
-#}
{%- macro j_measure(level) -%}
{{ 'max_' if level == 'table' }}class_part
{%- endmacro %}
