{#-
How far an attack's claims are better than a statistical guess: 0 is no better, 1 is certain.

symbol: CI
title: Confidence improvement
formula: CI = (C - S) / (1 - S)
order: 702
unit: share
range: -inf to 1
direction: higher is riskier
question: What can an attack on the release claim, and is it true? (the GDA Score)
targets: attack
levels: table
undefined: no claim was made, or everybody has what was guessed
source: Francis 2019, the GDA Score
-#}
{%- macro confidence_improvement(part) -%}
{%- if part == 'reason' -%}
case when claims = 0 then 'no claim was made' when chance >= claims then 'everybody has what was guessed' end
{%- else -%}
{%- set found = {'value': 'correct / claims', 'low': 'correct_low'}.get(part, 'correct_high') -%}
case when claims > 0 and chance < claims then ({{ found }} - chance / claims) / (1 - chance / claims) end
{%- endif -%}
{%- endmacro %}
