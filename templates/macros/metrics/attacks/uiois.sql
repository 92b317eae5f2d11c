{#-
The share of the original's records that are unique by their keys there, and whose keys released
records have, too.

symbol: UiOiS
title: Unique in original, in synthetic
plain: The share of real people who are alone with their known columns, and whom an attacker who
    looks them up finds in the release.
formula: (records of the original with d(q) = 1 and s(q) > 0) / N_d
tex: \frac{1}{N_d} \sum\limits_{q: d_q = 1, s_q > 0} d_q
order: 1053
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
short: alone in the original, found in the release
records: originals
source: Raab, Nowok and Dibben 2024
-#}
{%- macro uiois(level) -%}
lone_met / nullif(originals, 0)
{%- endmacro %}
