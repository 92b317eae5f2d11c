{#-
How often an attempt ends in a claim.

symbol: CP_claim
title: Claim probability
plain: How often an attempt ends in a claim. 1 means that the attacker always claims something, true
    or not.
formula: claims / attempts
tex: \frac{\text{claims}}{\text{attempts}}
order: 703
unit: share
range: 0 to 1
direction: higher is riskier
question: What can an attack on the release claim, and is it true? (the GDA Score)
targets: attack
levels: table
aggregate: count
link: weak
of: claims
records: attempts
undefined: no attempt was made
source: Francis 2019, the GDA Score
-#}
{%- macro claim_probability(part) -%}
{{ sqlmetrics.interval_measure(part, 'claims / attempts', {'attempts = 0': 'no attempt was made'},
    'claims_low', 'claims_high') }}
{%- endmacro %}
