{#-
How often an attacker who knows the keys guesses right: the best guess of A_san, by the most
frequent value of each class.

symbol: A_san
title: Posterior accuracy
also: posterior vulnerability
short: Right guesses with the known columns
plain: The share of people whose sensitive value an attacker guesses right who knows their group, by
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
aggregate: average
link: high
people: the same, with n_y(x) the people of a class who have x, over the people n_y of classes
people_cells: sum class_largest, sum class_people
request: yes
cells: sum class_largest
merging: table
source: Brickell and Shmatikov 2008, the best guess of A_san; Smith 2009 (posterior vulnerability)
-#}
{%- macro posterior_accuracy(level, people=false) -%}
{%- set whole = 'class_people' if people else 'class_size' -%}
{{ 'class_largest / ' ~ whole if level == 'class'
    else 'sum_class_largest / ' ~ ('sum_class_people' if people else 'total') }}
{%- endmacro %}
