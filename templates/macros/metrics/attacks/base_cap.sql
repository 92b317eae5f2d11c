{#-
The probability of guessing a value of the original by its frequency alone.

symbol: baseCAP
title: Baseline correct attribution probability
also: baseCAPd, baseline CAP
plain: How often a guess is right that is drawn from all values of the sensitive column in the
    original. The other probabilities mean something only as far as they are above it.
formula: sum over t of (d(t) / N_d)^2
tex: \sum\limits_t \left(\frac{d_t}{N_d}\right)^2
order: 1058
unit: share
range: 0 to 1
direction: higher is safer
question: What does the release say of real records?
targets: attack
levels: table
aggregate: average
link: weak
of: views
attacks: attribution joint
short: right guesses by frequency alone
records: originals
source: Taub, Elliot, Pampaka and Smith 2018
-#}
{%- macro base_cap(level) -%}
value_pairs / nullif(originals * originals, 0)
{%- endmacro %}
