{#-
How many of the claims are true of people who were not in the original.

symbol: C_control
title: Confidence against a control group
formula: claims true of the control group / claims; where it is larger than the original, a claim that singles out counts by its chance to be true of as many of its people
order: 708
unit: share
range: 0 to 1
direction: higher is safer
question: What can an attack on the release claim, and is it true? (the GDA Score)
targets: attack
levels: table
undefined: nothing is claimed of the control group
source: Giomi et al. 2023; the chance of isolating: Cohen and Nissim 2020
-#}
{%- macro control_confidence(part) -%}
{%- if part == 'value' -%}
case when control_claims > 0 then control_correct / control_claims end
{%- elif part == 'reason' -%}
case when control_claims = 0 and claims = 0 then 'no claim was made' when control_claims = 0 then 'nothing is claimed of the control group' end
{%- elif part == 'low' -%}
control_correct_low
{%- else -%}
control_correct_high
{%- endif -%}
{%- endmacro %}
