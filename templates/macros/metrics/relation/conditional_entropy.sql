{#-
How uncertain the target still is once the quasi-identifiers are known.

symbol: H(X|Y)
title: Conditional entropy
short: Uncertainty left
plain: How much is still open about a person once the known columns are known, in bits. 0 means that
    nothing is.
formula: H(X|Y) = sum over y of p(y) H(X|Y=y)
tex: H(X|Y) = \sum_y p(y) \, H(X|Y=y)
class: H(X|Y=y)
order: 160
unit: bits
range: 0 to H(X); of a class to log2 of the number of values
direction: higher is safer
question: How uncertain is the target?
targets: any
levels: table, class
aggregate: average
link: medium
merging: table
interval: entropies
source: Shannon 1948; ITPR paper, eq. 2
estimate: bits(uncertainty) / records
-#}
{%- macro conditional_entropy(level) -%}
{{ 'class_entropy' if level == 'class' else 'conditional_entropy' }}
{%- endmacro %}
