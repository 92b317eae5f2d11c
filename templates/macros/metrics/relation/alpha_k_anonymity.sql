{#-
The surest guess of a sensitive value that any class allows: the share of its most frequent value.
The k of (alpha,k)-anonymity is k-anonymity's.

symbol: alpha
title: (alpha,k)-anonymity, alpha
also: (alpha,k)-anonymity
words: LKC-privacy
short: Surest guess in any group
plain: The surest guess of a sensitive value in any group: the share of its most frequent value. 1
    means that everybody in some group has the same value.
formula: alpha = max over y, x of p(x|y)
tex: \alpha = \max\limits_{y, x} p(x|y)
class: max over x of p(x|y)
order: 70
unit: probability
range: 0 to 1
direction: higher is riskier
question: What does belonging to a group give away?
targets: sensitive
levels: table, class
aggregate: worst
link: high
known: yes
people: the same, with p(x|y) the share of the class's people who have x
people_cells: max class_certainty
headline: sensitive
cells: max class_alpha
merging: passing classes
source: Wong et al. 2006. Of known points the C of LKC-privacy, Mohammed and others 2009
bound: max_class_alpha
worst: 1
-#}
{%- macro alpha_k_anonymity(level, people=false) -%}
{{ 'max_' if level == 'table' }}class_{{ 'certainty' if people else 'alpha' }}
{%- endmacro %}
