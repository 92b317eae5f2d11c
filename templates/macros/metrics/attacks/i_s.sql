{#-
The share of the original's records whose keys some released record has.

symbol: iS
title: In synthetic
plain: The share of real people whom an attacker finds in the release by their known columns.
formula: (records of the original with s(q) > 0) / N_d
tex: \frac{1}{N_d} \sum\limits_{q: s_q > 0} d_q
order: 1059
unit: share
range: 0 to 1
direction: higher is riskier
question: What does the release say of real records?
targets: attack
levels: table
aggregate: count
link: medium
of: views
attacks: attribution joint
request: yes
short: found in the release
records: originals
source: Raab, Nowok and Dibben 2024
-#}
{%- macro i_s(level) -%}
met / nullif(originals, 0)
{%- endmacro %}
