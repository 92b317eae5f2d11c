{#-
The share of the claims that a statistical guess would get right: the share of the individuals who
have the guessed value.

symbol: S
title: Statistical confidence
plain: The share of an attack's claims that guessing by frequencies would get right. The attack is
    worth something only where it beats this.
formula: S = mean over claims of individuals with the guessed value / individuals; linkability:
    chance that a guess links
tex: S = \frac{1}{\text{claims}} \sum_{\text{claims}} \frac{\text{individuals with the guessed
    value}}{\text{individuals}}
order: 701
unit: share
range: 0 to 1
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
{%- macro statistical_confidence(part) -%}
{{ sqlmetrics.interval_measure(part, 'chance / claims', {'claims = 0': 'no claim was made'}) }}
{%- endmacro %}
