{#-
The mutual information of the corrected entropies, without most of what small classes show by
chance.

symbol: MM MI
title: Mutual information, Miller-Madow
short: Bits told on average, corrected
plain: How much the known columns tell about the target, in bits, less most of what small groups
    show by chance. 0 or less is no more than chance.
formula: corrected H(X) - corrected H(X|Y)
tex: I_{\mathrm{MM}}(X;Y) = H_{\mathrm{MM}}(X) - H_{\mathrm{MM}}(X|Y)
order: 130
unit: bits
range: negative where chance explains more than all
direction: higher is riskier
question: What does the table teach an attacker?
targets: any
levels: table
aggregate: average
link: medium
request: yes
interval: entropies
source: Miller 1955; Madow's bias correction, per distribution
estimate: bits(value_uncertainty + (target_values - 1) / 2 - corrected_uncertainty) / records
-#}
{%- macro miller_madow_mutual_information(level) -%}
mutual_information + (target_values - 1 - cells + classes) / (2 * total * {{ sqlmetrics.ln_2() }})
{%- endmacro %}
