{#-
How uncertain the quasi-identifiers and the target are together.

symbol: H(X,Y)
title: Joint entropy
short: Uncertainty about known columns and target together
plain: How many bits describe the known columns and the target of a person together. It is a part of
    other numbers, not a risk by itself.
formula: H(X,Y) = - sum over x, y of p(x,y) log2 p(x,y)
tex: H(X,Y) = - \sum_{x, y} p(x,y) \log_2 p(x,y)
order: 190
unit: bits
range: H(X) to H(X) + H(Y)
direction: higher is safer
question: How uncertain is the target?
targets: any
levels: table
aggregate: average
link: weak
interval: entropies
source: Shannon 1948; ITPR paper, eq. 4
estimate: log2(records) - bits(cell_logs) / records
-#}
{%- macro joint_entropy(level) -%}
joint_entropy
{%- endmacro %}
