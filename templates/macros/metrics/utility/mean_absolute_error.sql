{#-
How far answers are off on average, in their own unit.

symbol: mean abs.
title: Mean absolute error
plain: How far answers are off on average, in their own unit. 0 means that all are exact.
formula: the mean |answer - true|; a miss has |true|
tex: \frac{1}{|Q|} \sum_{q \in Q} |a'_q - a_q|
order: 825
unit: the answer's unit
range: 0 or more
direction: higher is less useful
question: How near are a release's answers?
targets: release
levels: table
aggregate: average
link: none
of: answers
needs: measure
undefined: no query has an answer in the original
source: GDA Score, Francis 2018
-#}
{%- macro mean_absolute_error() -%}
avg(absolute_error)
{%- endmacro %}
