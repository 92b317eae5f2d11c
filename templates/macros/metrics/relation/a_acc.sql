{#-
The share of the people whose value an attacker guesses right with the classes, less the share that
is right if the most frequent value is guessed for everybody.

symbol: A_acc
title: Adversarial accuracy gain
short: More right guesses
plain: The share of people whose sensitive value an attacker guesses right only because of the
    groups. 0.1 means ten more right guesses among 100 people.
formula: A_acc = 1/N sum over y of max over x of n_y(x) - max over x of p(x)
tex: A_{\mathrm{acc}} = \frac{1}{N} \sum_y \max\limits_x n_y(x) - \max\limits_x p(x)
order: 133
unit: share
range: 0 to 1; with several records of a person -1 to 1
direction: higher is riskier
question: What does the table teach an attacker?
targets: sensitive
levels: table
aggregate: average
link: high
known: yes
people: sum over y of max over x of n_y(x) / sum over y of n_y - max over x of p(x), with p(x) the
    share of all people who have x
people_cells: sum class_largest, sum class_people
tradeoff: yes
cells: sum class_largest
merging: table
interval: draws
source: Brickell and Shmatikov 2008
estimate: (guessed - largest_value) / records
-#}
{%- macro a_acc(level, people=false) -%}
{{ 'sum_class_largest / sum_class_people - largest_share' if people
    else 'abs(sum_class_largest / total - largest_share)' }}
{%- endmacro %}
