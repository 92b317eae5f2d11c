{#-
The share of the original's records whose keys tell their value in the release and in the original
alike.

symbol: DiSDiO
title: Disclosive in synthetic, disclosive in original
plain: The share of real people for whom the release claims one value of the sensitive column, which
    all people like them have.
formula: (records of the original with s(t, q) = s(q) > 0 and d(t, q) = d(q)) / N_d
tex: \frac{1}{N_d} \sum\limits_{t, q: s_{tq} = s_q > 0, d_{tq} = d_q} d_{tq}
order: 1061
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
request: yes
short: told rightly, and by the original, too
records: originals
source: Raab, Nowok and Dibben 2024
-#}
{%- macro disdio(level) -%}
told_of_both / nullif(originals, 0)
{%- endmacro %}
