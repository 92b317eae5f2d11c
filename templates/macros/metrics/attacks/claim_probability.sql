{#-
How often an attempt ends in a claim.

symbol: CP_claim
title: Claim probability
formula: claims / attempts
order: 703
unit: share
range: 0 to 1
direction: higher is riskier
question: What can an attack on the release claim, and is it true? (the GDA Score)
targets: attack
levels: table
undefined: no attempt was made
source: Francis 2019, the GDA Score
-#}
{%- macro claim_probability(part) -%}
{%- if part == 'value' -%}
case when attempts > 0 then claims / attempts end
{%- elif part == 'reason' -%}
case when attempts = 0 then 'no attempt was made' end
{%- elif part == 'low' -%}
claims_low
{%- else -%}
claims_high
{%- endif -%}
{%- endmacro %}
