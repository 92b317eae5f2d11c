{#-
The share of the claims that are true of people who were not in the original.

symbol: C_control
title: Confidence against a control group
plain: The share of an attack's claims that are also true of people who were not in the data. Where
    it is as high as the confidence, the attack tells nothing about being in the data.
formula: claims true of the control group / claims; where it is larger than the original, a claim
    that singles out counts by its chance to be true of as many of its people
tex: C_{\mathrm{control}} = \frac{\text{claims true of the control group}}{\text{claims}}
order: 708
unit: share
range: 0 to 1
direction: higher is safer
question: What can an attack on the release claim, and is it true? (the GDA Score)
targets: attack
levels: table
aggregate: count
link: medium
of: claims
needs: control
records: control_claims
undefined: nothing is claimed of the control group
source: Giomi et al. 2023; the chance of isolating: Cohen and Nissim 2020
-#}
{%- macro control_confidence(part) -%}
{{ sqlmetrics.interval_measure(part, 'control_correct / control_claims',
    {'control_claims = 0 and claims = 0': 'no claim was made',
    'control_claims = 0': 'nothing is claimed of the control group'}, 'control_correct_low',
    'control_correct_high') }}
{%- endmacro %}
