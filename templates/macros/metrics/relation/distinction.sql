{#-
How many different combinations of keys there are per record.

symbol: distinction
title: Distinction
short: Groups per record
plain: How many groups there are per record. 1 means that the known columns tell everybody apart.
formula: m / N
tex: \frac{m}{N}
order: 16
unit: share
range: above 0, up to 1
direction: higher is riskier
question: Can someone be singled out?
targets: identity
levels: table
aggregate: count
link: medium
same_as: average_prosecutor_risk
merging: table
interval: class sizes
source: Motwani and Xu 2007; where individuals are counted, N counts each once per class
estimate: classes / records
-#}
{%- macro distinction(level) -%}
classes / total
{%- endmacro %}
