{#-
How far answers are off in their own unit, where large errors weigh more.

symbol: rms abs.
title: Root mean square absolute error
plain: How far answers are off in their own unit, where large errors count more. Far above the mean
    error, a few answers are very wrong.
formula: the root of the mean square of the |answer - true|; a miss has |true|
tex: \sqrt{\frac{1}{|Q|} \sum_{q \in Q} (a'_q - a_q)^2}
order: 826
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
{%- macro rms_absolute_error() -%}
sqrt(avg(absolute_error * absolute_error))
{%- endmacro %}
