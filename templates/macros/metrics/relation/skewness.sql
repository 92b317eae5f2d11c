{#-
How much less uncertain the target is in the least diverse class than in the whole table.

symbol: skew
title: Skewness of a class
also: entropy gain of a class, specific information
short: Uncertainty lost in the least mixed group
plain: How many bits less uncertain a sensitive value is in the least mixed group than in the whole
    table. 0 means that no group is less mixed than the table.
formula: max over y of H(X) - H(X|Y=y)
tex: \max\limits_y \left( H(X) - H(X|Y=y) \right)
class: H(X) - H(X|Y=y); below 0 for a class more even than the table
order: 112
unit: bits
range: 0 to H(X); of a class from H(X) - log2 of the number of values
direction: higher is riskier
question: What does belonging to a group give away?
targets: sensitive
levels: table, class
aggregate: worst
link: medium
merging: passing classes
source: ITPR paper, eq. 13; the skewness attack of Li, Li and Venkatasubramanian 2007; of a class the
    specific information I_2(y) of DeWeese and Meister 1999 and Bezzi 2010
bound: bits(value_uncertainty) / records - bits(least_mean_uncertainty)
worst: bits(value_uncertainty) / records
-#}
{%- macro skewness(level) -%}
{{ 'target_entropy - class_entropy' if level == 'class' else 'abs(target_entropy - least_class_entropy)' }}
{%- endmacro %}
