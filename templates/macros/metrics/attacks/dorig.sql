{#-
The share of the original's records whose keys tell the sensitive attribute there: all with these
keys have one value.

symbol: Dorig
title: Disclosive in original
plain: The share of real people whose known columns settle the sensitive one, in the original
    itself. It is what a release without protection gives away.
formula: (records of the original with d(t, q) = d(q)) / N_d
tex: \frac{1}{N_d} \sum\limits_{t, q: d_{tq} = d_q} d_{tq}
order: 1062
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
short: told by the original
records: originals
source: Raab, Nowok and Dibben 2024
-#}
{%- macro dorig(level) -%}
original_disclosive / nullif(originals, 0)
{%- endmacro %}
