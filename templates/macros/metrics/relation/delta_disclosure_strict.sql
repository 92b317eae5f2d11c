{#-
The delta-disclosure over all values of the table: a class that lacks one rules it out for certain,
which no delta bounds.

symbol: strict delta
title: delta-disclosure, strict
short: Largest change of a value's chance, of all values
plain: The largest factor by which a group makes any sensitive value more or less likely than in the
    whole table, as a logarithm. It is infinite as soon as some group rules a value out.
formula: delta = max over y, x of |log(p(x|y) / p(x))|
tex: \delta = \max\limits_{y, x} \left| \log \frac{p(x|y)}{p(x)} \right|
class: max over x of |log(p(x|y) / p(x))|
order: 86
unit: nats
range: 0 or more
direction: higher is riskier
question: What does belonging to a group give away?
targets: sensitive
levels: table, class
aggregate: worst
link: medium
cells: max class_log_ratio
parameters: log_base = e
undefined: infinite: a class lacks a value that the table has
merging: passing classes
source: Brickell and Shmatikov 2008, as their definition 1 is written
bound: max_class_log_ratio / log_unit / 0 ** (target_values - least_values)
-#}
{%- macro delta_disclosure_strict(level, parameters) -%}
case when {{ 'class_values' if level == 'class'
    else 'least_values' }} = target_values then {{ sqlmetrics.delta_disclosure(level, parameters) }} end
{%- endmacro %}
