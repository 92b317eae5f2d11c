{#-
How much of the data the attack can attempt to learn.

symbol: SU
title: Susceptibility
formula: cells that the attack can attempt / cells of the column, or of all columns but the
    individual's id
order: 704
unit: share
range: 0 to 1
direction: higher is riskier
question: What can an attack on the release claim, and is it true? (the GDA Score)
targets: attack
levels: table
of: claims
source: Francis 2019, the GDA Score
-#}
{%- macro susceptibility(part) -%}
{{ sqlmetrics.interval_measure(part, 'susceptible', {}) }}
{%- endmacro %}
