{#-
The discrimination rate of the corrected entropies, without most of what small classes show by
chance.

symbol: MM DR
title: Discrimination rate, Miller-Madow
short: Uncertainty taken away, corrected
plain: How much of the uncertainty the known columns take away, less most of what small groups show
    by chance. 0 or less is no more than chance.
formula: 1 - corrected H(X|Y) / corrected H(X)
tex: \mathrm{DR}_{\mathrm{MM}} = 1 - \frac{H_{\mathrm{MM}}(X|Y)}{H_{\mathrm{MM}}(X)}
order: 50
unit: share
range: up to 1; negative where chance explains more than all
direction: higher is riskier
question: What does the table teach an attacker?
targets: any
levels: table
aggregate: average
link: high
request: yes
undefined: the target has a single value
interval: entropies
source: Miller 1955; Madow's bias correction, per distribution
estimate: 1 - corrected_uncertainty / (value_uncertainty + (target_values - 1) / 2)
-#}
{%- macro miller_madow_discrimination_rate(level) -%}
case when target_entropy > 0 then 1 - ({{ sqlmetrics.miller_madow_conditional_entropy('table') }})
    / ({{ sqlmetrics.miller_madow_entropy('table') }}) end
{%- endmacro %}
