{#-
The share of the original's records whose keys have a single value in the release, which is their
own.

symbol: DiSCO
title: Disclosive in synthetic, correct in original
also: attribute disclosure, disclosive in synthetic correct original
plain: The share of real people for whom the release claims one value of the sensitive column, and
    the claim is true. Read it beside baseCAP: what is true of nearly everybody is no secret.
formula: (records of the original with s(t, q) = s(q) > 0) / N_d
tex: \frac{1}{N_d} \sum\limits_{t, q: s_{tq} = s_q > 0} d_{tq}
order: 1054
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
short: told rightly by the release
records: originals
source: Raab, Nowok and Dibben 2024
-#}
{%- macro disco(level) -%}
told_rightly / nullif(originals, 0)
{%- endmacro %}
