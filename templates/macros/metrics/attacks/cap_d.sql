{#-
The mean probability that an attacker draws a record's own value among the original's records with
its keys.

symbol: CAPd
title: Correct attribution probability of the original
plain: How often a guess is right that is drawn from the original's records with the same known
    columns. It is what the original itself gives away.
formula: (sum over t, q of d(t, q)^2 / d(q)) / N_d
tex: \frac{1}{N_d} \sum\limits_{t, q} \frac{d_{tq}^2}{d_q}
order: 1064
unit: share
range: 0 to 1
direction: higher is riskier
question: What does the release say of real records?
targets: attack
levels: table
aggregate: average
link: medium
of: views
attacks: attribution joint
request: yes
short: right guesses by the original
records: originals
source: Taub, Elliot, Pampaka and Smith 2018
-#}
{%- macro cap_d(level) -%}
original_guesses / nullif(originals, 0)
{%- endmacro %}
