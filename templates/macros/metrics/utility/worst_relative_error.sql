{#-
How far the worst answer is off, relative to the true one.

symbol: worst rel.
title: Worst relative error
plain: How far the worst answer is off, compared with the true one. 1 means by as much as the true
    answer, or no answer at all.
formula: the largest relative error
tex: \max\limits_{q \in Q} e_q, \quad e_q = \frac{|a'_q - a_q|}{|a_q|}
order: 824
unit: share of the true answer
range: 0 or more
direction: higher is less useful
question: How near are a release's answers?
targets: release
levels: table
aggregate: worst
link: none
of: answers
undefined: no query has an answer in the original
source: GDA Score, Francis 2018
-#}
{%- macro worst_relative_error() -%}
max(relative_error)
{%- endmacro %}
