{#-
The fraction of the target's privacy that the quasi-identifiers take, where privacy is the number of
equally likely answers.

symbol: CP
title: Conditional privacy loss
short: Answers ruled out
plain: How far the known columns shrink the number of equally likely answers that an attacker has to
    choose from. 0.75 means that only a quarter of them is left.
formula: CP = 1 - 2^-I(X;Y)
tex: \mathrm{CP} = 1 - 2^{-I(X;Y)}
order: 100
unit: share
range: 0 to 1
direction: higher is riskier
question: What does the table teach an attacker?
targets: any
levels: table
aggregate: average
link: high
merging: table
interval: entropies
source: Agrawal and Aggarwal 2001; ITPR paper, eq. 7
estimate: 1 - 2 ** (-bits(value_uncertainty - uncertainty) / records)
-#}
{%- macro conditional_privacy(level) -%}
1 - exp(-mutual_information * {{ sqlmetrics.ln_2() }})
{%- endmacro %}
