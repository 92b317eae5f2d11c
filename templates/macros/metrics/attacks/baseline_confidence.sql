{#-
The share of the claims that are true if their guesses are drawn at random from the release.

symbol: C_base
title: Confidence of random guesses
plain: The share of random guesses that are true. An attack is worth something only where more of
    its claims are true.
formula: true random claims / random claims
tex: C_{\mathrm{base}} = \frac{\text{true random claims}}{\text{random claims}}
order: 707
unit: share
range: 0 to 1
direction: higher is safer
question: What can an attack on the release claim, and is it true? (the GDA Score)
targets: attack
levels: table
aggregate: count
link: weak
of: claims
needs: base
records: base_claims
undefined: no random guess could be checked
source: Giomi et al. 2023
-#}
{%- macro baseline_confidence(part) -%}
{{ sqlmetrics.interval_measure(part, 'base_correct / base_claims',
    {'base_claims = 0': 'no random guess could be checked'}, 'base_correct_low', 'base_correct_high') }}
{%- endmacro %}
