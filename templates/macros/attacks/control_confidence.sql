{#-
How many of the claims are true of people who were not in the original.

symbol: C_control
title: Confidence against a control group
formula: claims true of the control group / claims
order: 708
unit: share
range: 0 to 1
direction: higher is safer
question: What can an attack on the release claim, and is it true? (the GDA Score)
targets: attack
levels: table
undefined: no control group was given
source: Giomi et al. 2023
-#}
{%- macro control_confidence(part) -%}
{%- if part == 'value' -%}
case when control_claims > 0 then {{ sqlmetrics.as_double('control_correct') }} / control_claims end
{%- elif part == 'reason' -%}
case when control_claims = 0 then 'no control group was given' end
{%- elif part == 'low' -%}
{{ sqlmetrics.wilson_low('control_correct', 'control_claims') }}
{%- else -%}
{{ sqlmetrics.wilson_high('control_correct', 'control_claims') }}
{%- endif -%}
{%- endmacro %}
