{#-
How far the worst answer is off, in its own unit.

symbol: worst abs.
title: Worst absolute error
plain: How far the worst answer is off, in its own unit. One bad answer is enough to make it large.
formula: the largest |answer - true|; a miss has |true|
tex: \max\limits_{q \in Q} |a'_q - a_q|
order: 827
unit: the answer's unit
range: 0 or more
direction: higher is less useful
question: How near are a release's answers?
targets: release
levels: table
aggregate: worst
link: none
of: answers
needs: measure
undefined: no query has an answer in the original
source: GDA Score, Francis 2018
-#}
{%- macro worst_absolute_error() -%}
max(absolute_error)
{%- endmacro %}
