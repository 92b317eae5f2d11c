{#-
How far answers are off relative to the true ones, where large errors weigh more.

symbol: rms rel.
title: Root mean square relative error
plain: How far answers are off compared with the true ones, where large errors count more. Far above
    the mean error, a few answers are very wrong.
formula: the root of the mean square of the relative error
tex: \sqrt{\frac{1}{|Q|} \sum_{q \in Q} e_q^2}, \quad e_q = \frac{|a'_q - a_q|}{|a_q|}
order: 823
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
{%- macro rms_relative_error() -%}
sqrt(avg(relative_error * relative_error))
{%- endmacro %}
