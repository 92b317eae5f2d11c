{#-
The size of the smallest equivalence class: every person's class has at least this size.

symbol: k
words: k^m-anonymity, entity_id
title: k-anonymity
short: People in the smallest group
plain: The number of people in the smallest group. 1 means that somebody is alone and can be found
    by the known columns.
formula: k = min over y of n_y
tex: k = \min\limits_y n_y
class: n_y
order: 10
unit: individuals
range: 1 or more
direction: higher is safer
question: Can someone be singled out?
targets: identity
levels: table, class
aggregate: worst
link: medium
wildcards: yes
known: yes
headline: identity
tradeoff: yes
merging: any class
source: Samarati and Sweeney 1998; Sweeney 2002. Of known points k^m-anonymity, Terrovitis and others
    2008
bound: least_size
worst: 1
-#}
{%- macro k_anonymity(level) -%}
{{ 'class_size' if level == 'class' else 'least_size' }}
{%- endmacro %}
