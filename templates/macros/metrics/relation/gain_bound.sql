{#-
The most bits that the adversary's GAIN, the mutual information, can have under the table's own
delta-disclosure: lemma 1, with both sides in bits.

symbol: delta (bits)
title: Bound of the gain
also: lemma 1
short: Most bits told on average, by the largest change of a chance
plain: The most that the known columns can tell about the target on average, in bits, since no group
    changes the chance of one of its values by more. The mutual information never exceeds it.
formula: GAIN(X,Y) = I(X;Y) <= max over y and the x present in y of |log2(p(x|y) / p(x))|
tex: I(X;Y) \le \max\limits_{y, \, x \in y} \left| \log_2 \frac{p(x|y)}{p(x)} \right|
order: 137
unit: bits
range: 0 or more
direction: higher is riskier
question: What does the table teach an attacker?
targets: sensitive
levels: table
aggregate: worst
link: medium
request: yes
cells: max class_log_ratio
merging: alone
source: Brickell and Shmatikov 2008, lemma 1
-#}
{%- macro gain_bound(level) -%}
max_class_log_ratio / {{ sqlmetrics.ln_2() }}
{%- endmacro %}
