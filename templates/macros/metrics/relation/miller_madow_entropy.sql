{#-
The target's entropy with the first-order correction for having seen few records.

symbol: MM H(X)
title: Entropy, Miller-Madow
formula: H(X) + (values - 1) / (2 N ln 2)
order: 150
unit: bits
range: 0 or more
direction: higher is safer
question: How uncertain is the target?
targets: any
levels: table
request: yes
source: Miller 1955; Madow's bias correction, per distribution
-#}
{%- macro miller_madow_entropy(level) -%}
target_entropy + (target_values - 1) / (2 * total * {{ sqlmetrics.ln_2() }})
{%- endmacro %}
