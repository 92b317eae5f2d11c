{#-
How many claims are true when what is guessed is drawn at random from the release.

symbol: C_base
title: Confidence of random guesses
formula: true random claims / random claims
order: 707
unit: share
range: 0 to 1
direction: higher is safer
question: What can an attack on the release claim, and is it true? (the GDA Score)
targets: attack
levels: table
undefined: no random guess could be checked
source: Giomi et al. 2023
-#}
{%- macro baseline_confidence(part) -%}
{%- if part == 'value' -%}
case when base_claims > 0 then base_correct / base_claims end
{%- elif part == 'reason' -%}
case when base_claims = 0 then 'no random guess could be checked' end
{%- elif part == 'low' -%}
base_correct_low
{%- else -%}
base_correct_high
{%- endif -%}
{%- endmacro %}
