{#-
How many of an attack's claims are true of the original.

symbol: C
title: Confidence
formula: C = true claims / claims
order: 700
unit: share
range: 0 to 1
direction: higher is riskier
question: What can an attack on the release claim, and is it true? (the GDA Score)
targets: attack
levels: table
undefined: no claim was made
source: Francis 2019, the GDA Score
-#}
{%- macro confidence(part) -%}
{%- if part == 'value' -%}
case when claims > 0 then correct / claims end
{%- elif part == 'reason' -%}
case when claims = 0 then 'no claim was made' end
{%- elif part == 'low' -%}
correct_low
{%- else -%}
correct_high
{%- endif -%}
{%- endmacro %}
