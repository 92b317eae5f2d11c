{#-
The share of the original's records with keys in the release whose keys have a single value there,
which is their own.

symbol: TCAP
title: Targeted correct attribution probability
also: targeted correct attribution probability
plain: As DiSCO, but only of the real people whom an attacker finds in the release by their known
    columns.
formula: TCAP = DiSCO / iS
tex: \mathrm{TCAP} = \frac{\mathrm{DiSCO}}{\mathrm{iS}}
order: 1057
unit: share
range: 0 to 1
direction: higher is riskier
question: What does the release say of real records?
targets: attack
levels: table
aggregate: count
link: high
of: views
attacks: attribution joint
short: of those found, told rightly
records: met
undefined: no record of the original has its keys in the release
source: Taub and Elliot 2019; Little, Elliot and Allmendinger 2022
-#}
{%- macro tcap(level) -%}
told_rightly / nullif(met, 0)
{%- endmacro %}
