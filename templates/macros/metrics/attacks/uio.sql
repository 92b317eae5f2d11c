{#-
The share of the original's records whose keys no other record of the original has.

symbol: UiO
title: Unique in original
plain: The share of real people whom the known columns tell from all others in the original. The
    release does not enter.
formula: (records of the original with d(q) = 1) / N_d
tex: \frac{1}{N_d} \sum\limits_{q: d_q = 1} d_q
order: 1051
unit: share
range: 0 to 1
direction: higher is riskier
question: What does the release say of real records?
targets: attack
levels: table
aggregate: count
link: medium
of: views
attacks: replication joint
request: yes
short: alone in the original
records: originals
source: Raab, Nowok and Dibben 2024
-#}
{%- macro uio(level) -%}
lone_originals / nullif(originals, 0)
{%- endmacro %}
