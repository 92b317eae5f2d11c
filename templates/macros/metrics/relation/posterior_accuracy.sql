{#-
How often an attacker who knows the keys guesses right: the best guess of A_san, by the most
frequent value of each class.

symbol: A_san
title: Posterior accuracy
also: posterior vulnerability
short: Right guesses with the known columns
plain: The share of people whose sensitive value is guessed right by who knows their group, by
    naming the group's most frequent value. The baseline accuracy is the same without the groups.
formula: 1/N sum over y of max over x of n_y(x)
tex: \sum_y p(y) \max\limits_x p(x|y) = \frac{1}{N} \sum_y \max\limits_x n_y(x)
class: max over x of p(x|y)
order: 134
unit: probability
range: above 0, up to 1
direction: higher is riskier
question: What does the table teach an attacker?
targets: sensitive
levels: table, class
request: yes
cells: sum class_largest
merging: table
source: Brickell and Shmatikov 2008, the best guess of A_san; Smith 2009 (posterior vulnerability)
-#}
{%- macro posterior_accuracy(level) -%}
{{ 'class_largest / class_size' if level == 'class' else 'sum_class_largest / total' }}
{%- endmacro %}
