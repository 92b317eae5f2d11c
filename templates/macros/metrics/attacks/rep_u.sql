{#-
The share of the original's records whose keys a single record has, in the original and in the
release alike.

symbol: repU
title: Replicated uniques
also: replicated uniques, RepU
plain: The share of real people who are alone with their known columns in the original, and whom
    exactly one released record looks like.
formula: (records of the original with d(q) = 1 and s(q) = 1) / N_d
tex: \frac{1}{N_d} \sum\limits_{q: d_q = 1, s_q = 1} d_q
order: 1050
unit: share
range: 0 to 1
direction: higher is riskier
question: What does the release say of real records?
targets: attack
levels: table
aggregate: count
link: high
of: views
attacks: replication joint
short: alone in the original and in the release
records: originals
source: Nowok, Raab and Dibben 2017; Raab, Nowok and Dibben 2024
-#}
{%- macro rep_u(level) -%}
lone_both / nullif(originals, 0)
{%- endmacro %}
