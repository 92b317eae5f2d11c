{#-
The share of the target's uncertainty that the quasi-identifiers take away: simple for one, combined
for several, semantic on a partition.

symbol: DR
title: Discrimination rate
also: SDR, CDR, SeDR
short: Uncertainty taken away
plain: How much of the uncertainty the known columns take away, from 0 for nothing to 1 for all of
    it. It is an average: single people may be exposed far more.
formula: DR = 1 - H(X|Y) / H(X) = I(X;Y) / H(X)
tex: \mathrm{DR} = 1 - \frac{H(X|Y)}{H(X)}
class: 1 - p(y) H(X|Y=y) / H(X)
order: 30
unit: share
range: 0 to 1
direction: higher is riskier
question: What does the table teach an attacker?
targets: any
levels: table, class
aggregate: average
link: high
known: yes
headline: sensitive
undefined: the target has a single value
merging: table
interval: entropies
source: Sondeck, Laurent and Frey 2017 (DR, SeDR); the class level by their tables
estimate: 1 - uncertainty / value_uncertainty
-#}
{%- macro discrimination_rate(level) -%}
{{ '1 - weighted_entropy' if level == 'class' else 'mutual_information' }} / nullif(target_entropy, 0)
{%- endmacro %}
