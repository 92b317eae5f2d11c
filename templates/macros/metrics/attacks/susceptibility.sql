{#-
How much of the data the attack can attempt to learn.

symbol: SU
title: Susceptibility
plain: The share of the data that the attack can try to learn. 0.2 means that one value in five is
    within its reach.
formula: cells that the attack can attempt / cells of the column, or of all columns but the
    individual's id
tex: \mathrm{SU} = \frac{\text{cells that the attack can attempt}}{\text{all cells}}
order: 704
unit: share
range: 0 to 1
direction: higher is riskier
question: What can an attack on the release claim, and is it true? (the GDA Score)
targets: attack
levels: table
aggregate: count
link: weak
of: claims
source: Francis 2019, the GDA Score
-#}
{%- macro susceptibility(part) -%}
{{ sqlmetrics.interval_measure(part, 'susceptible', {}) }}
{%- endmacro %}
