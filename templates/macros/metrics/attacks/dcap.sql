{#-
The mean probability that an attacker draws a record's own value among the released records with its
keys; 0 where there is none.

symbol: DCAP
title: Differential correct attribution probability
also: CAP, correct attribution probability, differential correct attribution probability
plain: How often a guess is right that is drawn from the released records with the same known
    columns. For real people who are not found there, it counts as wrong.
formula: (sum over t, q of d(t, q) s(t, q) / s(q)) / N_d
tex: \frac{1}{N_d} \sum\limits_{t, q: s_q > 0} d_{tq} \frac{s_{tq}}{s_q}
order: 1056
unit: share
range: 0 to 1
direction: higher is riskier
question: What does the release say of real records?
targets: attack
levels: table
aggregate: average
link: high
of: views
attacks: attribution joint
short: right guesses by the release
records: originals
source: Taub, Elliot, Pampaka and Smith 2018
-#}
{%- macro dcap(level) -%}
released_guesses / nullif(originals, 0)
{%- endmacro %}
