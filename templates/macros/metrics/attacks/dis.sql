{#-
The share of the original's records whose keys have a single value in the release.

symbol: DiS
title: Disclosive in synthetic
plain: The share of real people for whom the release claims one value of the sensitive column, right
    or wrong.
formula: (records of the original with s(t, q) = s(q) > 0 for some t) / N_d
tex: \frac{1}{N_d} \sum\limits_{q: \max\limits_t s_{tq} = s_q > 0} d_q
order: 1060
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
short: told by the release, rightly or wrongly
records: originals
source: Raab, Nowok and Dibben 2024
-#}
{%- macro dis(level) -%}
told / nullif(originals, 0)
{%- endmacro %}
