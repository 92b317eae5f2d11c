{#-
How much less the released keys tell about a sensitive attribute than the original ones do.

symbol: DR - DR*
title: Skewness attack
formula: DR(X|Y) - DR(X|Y*), the original keys against the released ones
order: 1020
unit: share
range: -1 to 1, 0 where the release takes nothing away
direction: higher is safer
question: What do the five attacks reach?
targets: attack
levels: table
of: views
attacks: skewness sensitive
undefined: the target has a single value
source: Sondeck, Laurent and Frey 2017
-#}
{%- macro skewness_gain(level) -%}
original_rate - rate
{%- endmacro %}
