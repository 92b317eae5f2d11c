{#-
How many cells of the original an attacker must know for each cell learnt.

symbol: PK
title: Prior knowledge
plain: How many values an attacker has to know for each value learnt. 0 means that nothing has to be
    known.
formula: cells known / cells guessed by claims
tex: \mathrm{PK} = \frac{\text{cells known}}{\text{cells guessed by claims}}
order: 705
unit: cells
range: 0 to inf
direction: higher is safer
question: What can an attack on the release claim, and is it true? (the GDA Score)
targets: attack
levels: table
aggregate: average
link: weak
of: claims
undefined: no claim was made
source: Francis 2019, the GDA Score
-#}
{%- macro prior_knowledge(part) -%}
{{ sqlmetrics.interval_measure(part, 'knowledge / learned', {'learned = 0': 'no claim was made'}) }}
{%- endmacro %}
