{#-
The share of the released records whose keys tell the sensitive attribute within the release.

symbol: Dsyn
title: Disclosive in synthetic, of released records
plain: The share of released records whose known columns settle the sensitive one in the release,
    whether or not that is true of anybody.
formula: (released records with s(t, q) = s(q)) / N_s
tex: \frac{1}{N_s} \sum\limits_{t, q: s_{tq} = s_q} s_{tq}
order: 1063
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
short: released records that tell a value
records: released
source: Raab, Nowok and Dibben 2024
-#}
{%- macro dsyn(level) -%}
released_disclosive / nullif(released, 0)
{%- endmacro %}
