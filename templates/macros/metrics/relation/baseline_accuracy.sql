{#-
How often an attacker guesses right by the frequencies of the values alone: keys and target
published apart.

symbol: baseline
title: Baseline accuracy
short: Right guesses without any known column
plain: The share of people whose sensitive value is guessed right without any known column, by
    naming the most frequent value for everybody. What the groups give away comes on top of it.
formula: max over x of p(x)
tex: \max\limits_x p(x)
order: 134
unit: probability
range: above 0, up to 1
direction: higher is riskier
question: What does the table teach an attacker?
targets: sensitive
levels: table
aggregate: average
link: weak
people: the largest share of all people who have x
merging: table
interval: draws
source: Brickell and Shmatikov 2008, the best guess of the baseline A_base
estimate: largest_value / records
-#}
{%- macro baseline_accuracy(level) -%}
largest_share
{%- endmacro %}
