{#-
How many cells of the release an attacker must retrieve for each cell that he learns.

symbol: W
title: Work
formula: cells retrieved / cells guessed by claims; an empty or failed answer costs one
order: 706
unit: cells
range: 0 to inf
direction: higher is safer
question: What can an attack on the release claim, and is it true? (the GDA Score)
targets: attack
levels: table
undefined: no claim was made
source: Francis 2019, the GDA Score
-#}
{%- macro work(part) -%}
{%- if part == 'value' -%}
case when learned > 0 then retrieved / learned end
{%- elif part == 'reason' -%}
case when learned = 0 then 'no claim was made' end
{%- elif part == 'low' -%}
{{ sqlmetrics.as_double('null') }}
{%- else -%}
{{ sqlmetrics.as_double('null') }}
{%- endif -%}
{%- endmacro %}
