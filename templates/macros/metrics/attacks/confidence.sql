{#-
The share of an attack's claims that are true of the original.

symbol: C
title: Confidence
plain: The share of an attack's claims that are true. Read it beside the share that guesses get
    right: what holds for most people is easy to claim.
formula: C = true claims / claims
tex: C = \frac{\text{true claims}}{\text{claims}}
order: 700
unit: share
range: 0 to 1
direction: higher is riskier
question: What can an attack on the release claim, and is it true? (the GDA Score)
targets: attack
levels: table
aggregate: count
link: high
of: claims
undefined: no claim was made
source: Francis 2019, the GDA Score
-#}
{%- macro confidence(part) -%}
{{ sqlmetrics.interval_measure(part, 'correct / claims', {'claims = 0': 'no claim was made'}, 'correct_low',
    'correct_high') }}
{%- endmacro %}
