{#-
How much less the released keys tell about a sensitive attribute than the original ones do.

symbol: DR - DR*
title: Skewness attack
plain: How much less the released columns tell about a sensitive column than the original ones. 0
    means that the release takes nothing away.
formula: DR(X|Y) - DR(X|Y*), the original keys against the released ones
tex: \mathrm{DR}(X|Y) - \mathrm{DR}(X|Y^*)
order: 1020
unit: share
range: -1 to 1, 0 where the release takes nothing away
direction: higher is safer
question: What do the five attacks reach?
targets: attack
levels: table
aggregate: average
link: high
of: views
attacks: skewness sensitive
undefined: the target has a single value
source: Sondeck, Laurent and Frey 2017
-#}
{%- macro skewness_gain(level) -%}
original_rate - rate
{%- endmacro %}
