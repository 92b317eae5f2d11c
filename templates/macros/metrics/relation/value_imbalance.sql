{#-
The difference between the counts of a class's most frequent and least frequent value of the target,
for the class where it is largest; a value that the class lacks counts 0.

symbol: lambda (values)
title: Imbalance of values
also: imbalance of values within classes
short: Most frequent value's people less the rarest's
plain: How many more people of a group have its most frequent sensitive value than its rarest one,
    for the group where that is most. 0 means that in each group all values are equally frequent.
formula: lambda = max over y, x, x' of n_y(x) - n_y(x'), x and x' values of the table
tex: \lambda = \max\limits_{y, x, x'} \left( n_y(x) - n_y(x') \right)
class: max over x of n_y(x) - min over x of n_y(x), x a value of the table
order: 96
unit: individuals
range: 0 to N
direction: higher is riskier
question: What does belonging to a group give away?
targets: sensitive
levels: table, class
aggregate: worst
link: weak
request: yes
cells: max class_gap
merging: alone
source: ITPR paper, eq. 12
bound: max_class_gap
-#}
{%- macro value_imbalance(level) -%}
{{ 'max_' if level == 'table' }}class_gap
{%- endmacro %}
