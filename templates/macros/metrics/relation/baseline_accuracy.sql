{#-
How often an attacker guesses right by the frequencies of the values alone: keys and target
published apart.

symbol: baseline
title: Baseline accuracy
formula: max over x of p(x)
order: 134
unit: probability
range: above 0, up to 1
direction: higher is riskier
question: What does the table teach an attacker?
targets: sensitive
levels: table
needs: largest_value
source: Brickell and Shmatikov 2008, the best guess of the baseline A_base
-#}
{%- macro baseline_accuracy(level) -%}
largest_value / total
{%- endmacro %}
