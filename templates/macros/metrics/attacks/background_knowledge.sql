{#-
What an attacker still has to know after the homogeneity attack: the share of the uncertainty that
the released keys leave.

symbol: 1 - DR
title: Background knowledge
plain: The share of the uncertainty about a sensitive column that the released columns leave. 1
    means that an attacker has to learn everything elsewhere.
formula: 1 - DR = H(X|Y*) / H(X)
tex: 1 - \mathrm{DR} = \frac{H(X|Y^*)}{H(X)}
class: 1 - DR(y) = p(y) H(X|Y*=y) / H(X)
order: 1010
unit: share
range: 0 to 1
direction: higher is safer
question: What do the five attacks reach?
targets: attack
levels: table, class
aggregate: average
link: high
of: views
attacks: background_knowledge sensitive
undefined: the target has a single value
source: Sondeck, Laurent and Frey 2017
-#}
{%- macro background_knowledge(level) -%}
1 - rate
{%- endmacro %}
