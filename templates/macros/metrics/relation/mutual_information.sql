{#-
How much the quasi-identifiers tell about the target on average; Brickell and Shmatikov call it the
adversary's GAIN.

symbol: MI
title: Mutual information
short: Bits told on average
plain: How much the known columns tell about the target on average, in bits. Each bit halves the
    number of answers to choose from.
formula: I(X;Y) = H(X) - H(X|Y)
tex: I(X;Y) = H(X) - H(X|Y)
order: 120
unit: bits
range: 0 to H(X)
direction: higher is riskier
question: What does the table teach an attacker?
targets: any
levels: table
aggregate: average
link: medium
tradeoff: yes
merging: table
interval: entropies
source: Shannon 1948; ITPR paper, eq. 6; Brickell and Shmatikov 2008 (GAIN)
estimate: bits(value_uncertainty - uncertainty) / records
-#}
{%- macro mutual_information(level) -%}
mutual_information
{%- endmacro %}
