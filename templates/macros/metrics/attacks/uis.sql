{#-
The share of the released records whose keys no other released record has.

symbol: UiS
title: Unique in synthetic
plain: The share of released records that the known columns tell from all other released records.
formula: (released records with s(q) = 1) / N_s
tex: \frac{1}{N_s} \sum\limits_{q: s_q = 1} s_q
order: 1052
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
short: released records alone in the release
records: released
source: Raab, Nowok and Dibben 2024
-#}
{%- macro uis(level) -%}
lone_released / nullif(released, 0)
{%- endmacro %}
