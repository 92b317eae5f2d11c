{#-
The number of appearances over which a target's distributions are taken, where a person may have
several records: distinct combinations of a person, the keys and the value.

symbol: A
title: Appearances
short: How often people appear in groups
plain: How often people appear: each of them counts once in each group, and once with each value that
    they have there. Entropies and rates are over these.
formula: the number of distinct (person, y), or (person, y, x) of a sensitive attribute
tex: A = \sum_y n_y
order: 210
unit: appearances
range: the number of people, or more
direction: higher is riskier
question: How uncertain is the target?
targets: appearances
levels: table
aggregate: count
link: weak
source: de Montjoye et al. 2013: the more often a person appears, the more there is to know them by
-#}
{%- macro appearances(level) -%}
total
{%- endmacro %}
