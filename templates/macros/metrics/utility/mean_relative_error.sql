{#-
How far answers are off on average, relative to the true ones.

symbol: mean rel.
title: Mean relative error
plain: How far answers are off on average, compared with the true ones. 0.1 means by a tenth.
formula: the mean relative error(s): |answer - true| / |true|; where the true answer is 0, it is 0
    for the same answer and 1 for another. A miss (no record, NULL or an error in the release) has
    the relative error 1 and the absolute error |true|
tex: \frac{1}{|Q|} \sum_{q \in Q} e_q, \quad e_q = \frac{|a'_q - a_q|}{|a_q|}
order: 822
unit: share of the true answer
range: 0 or more
direction: higher is less useful
question: How near are a release's answers?
targets: release
levels: table
aggregate: average
link: none
of: answers
undefined: no query has an answer in the original
source: GDA Score, Francis 2018
-#}
{%- macro mean_relative_error() -%}
avg(relative_error)
{%- endmacro %}
