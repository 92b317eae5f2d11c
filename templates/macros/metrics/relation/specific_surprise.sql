{#-
The information that a class gives about the target, as its distance from the whole table (relative
entropy); the mean over the records is the mutual information.

symbol: I_1
title: Surprise of a class
also: surprise, specific surprise, one-symbol information
short: Bits told by the most surprising group
plain: How many bits the most surprising group tells about the target, as what it says differs from
    what holds for everybody. 0 means that every group looks like the whole table.
formula: max over y of I_1(y) = sum over x of p(x|y) log2 (p(x|y) / p(x))
tex: \max\limits_y I_1(y), \quad I_1(y) = \sum_x p(x|y) \log_2 \frac{p(x|y)}{p(x)}
class: I_1(y) = sum over x of p(x|y) log2 (p(x|y) / p(x))
order: 122
unit: bits
range: 0 or more
direction: higher is riskier
question: What does belonging to a group give away?
targets: sensitive
levels: table, class
aggregate: worst
link: medium
request: yes
cells: max class_surprise
merging: passing classes
source: Bezzi 2010 (one-symbol information); the specific surprise of DeWeese and Meister 1999
bound: max_class_surprise
-#}
{%- macro specific_surprise(level) -%}
{{ 'max_' if level == 'table' }}class_surprise
{%- endmacro %}
