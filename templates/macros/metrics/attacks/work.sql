{#-
How many cells of the release an attacker must retrieve for each cell learnt.

symbol: W
title: Work
plain: How many values an attacker has to read for each value learnt. The more, the slower the
    attack is and the easier to notice.
formula: cells retrieved / cells guessed by claims; an empty or failed answer costs one
tex: W = \frac{\text{cells retrieved}}{\text{cells guessed by claims}}
order: 706
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
{%- macro work(part) -%}
{{ sqlmetrics.interval_measure(part, 'retrieved / learned', {'learned = 0': 'no claim was made'}) }}
{%- endmacro %}
