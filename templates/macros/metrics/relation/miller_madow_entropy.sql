{#-
The target's entropy with the first-order correction for having seen few records.

symbol: MM H(X)
title: Entropy, Miller-Madow
short: Uncertainty before anything is known, corrected
plain: How much is open about a person before anything is known, in bits, corrected for a small
    table. It is above the entropy where there are many values and few records.
formula: H(X) + (values - 1) / (2 N ln 2)
tex: H_{\mathrm{MM}}(X) = H(X) + \frac{v - 1}{2 N \ln 2}, \quad v \text{ the values of } X
order: 150
unit: bits
range: 0 or more
direction: higher is safer
question: How uncertain is the target?
targets: any
levels: table
aggregate: average
link: weak
request: yes
interval: entropies
interval_of: population
source: Miller 1955; Madow's bias correction, per distribution
estimate: bits(value_uncertainty + (target_values - 1) / 2) / records
-#}
{%- macro miller_madow_entropy(level) -%}
target_entropy + (target_values - 1) / (2 * total * {{ sqlmetrics.ln_2() }})
{%- endmacro %}
