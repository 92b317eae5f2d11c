{#-
How many of the claims a statistical guess would get right: the individuals who have what was guessed.

symbol: S
title: Statistical confidence
formula: S = mean over claims of individuals with the guessed value / individuals; linkability: chance that a guess links
order: 701
unit: share
range: 0 to 1
direction: higher is safer
question: What can an attack on the release claim, and is it true? (the GDA Score)
targets: attack
levels: table
undefined: no claim was made
source: Francis 2019, the GDA Score
-#}
{%- macro statistical_confidence(part) -%}
{%- if part == 'value' -%}
case when claims > 0 then chance / claims end
{%- elif part == 'reason' -%}
case when claims = 0 then 'no claim was made' end
{%- elif part == 'low' -%}
{{ sqlmetrics.as_double('null') }}
{%- else -%}
{{ sqlmetrics.as_double('null') }}
{%- endif -%}
{%- endmacro %}
