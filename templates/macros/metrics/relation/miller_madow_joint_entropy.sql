{#-
The joint entropy with the first-order correction for having seen few records.

symbol: MM H(X,Y)
title: Joint entropy, Miller-Madow
short: Uncertainty about known columns and target, corrected
plain: How many bits describe the known columns and the target of a person together, corrected for a
    small table. It is a part of other numbers, not a risk by itself.
formula: H(X,Y) + (cells - 1) / (2 N ln 2)
tex: H_{\mathrm{MM}}(X,Y) = H(X,Y) + \frac{c - 1}{2 N \ln 2}, \quad c \text{ the pairs of values of
    } X \text{ and } Y
order: 200
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
source: Miller 1955; Madow's bias correction, per distribution
-#}
{%- macro miller_madow_joint_entropy(level) -%}
joint_entropy + (cells - 1) / (2 * total * {{ sqlmetrics.ln_2() }})
{%- endmacro %}
