{#-
The share of the rightly disclosed records that have the most frequent value among them.

symbol: one value
title: Rightly disclosed records of one value
also: check 1-way
plain: How much of DiSCO is one value of the sensitive column. Above 0.9, of more than 50 records, a
    note says that it is mostly one value: then DiSCO tells little more than that the value is
    frequent.
formula: (max over t of the records in DiSCO with the value t) / (the records in DiSCO)
tex: \frac{\max\limits_t \sum\limits_{q: s_{tq} = s_q > 0} d_{tq}}{\sum\limits_{t, q: s_{tq} = s_q > 0}
    d_{tq}}
order: 1055
unit: share
range: 0 to 1
direction: higher is safer
question: What does the release say of real records?
targets: attack
levels: table
aggregate: count
link: weak
of: views
attacks: attribution joint
short: of these, with their most frequent value
records: told_rightly
undefined: the release tells nothing rightly of a record of the original
source: Raab, Nowok and Dibben 2024
-#}
{%- macro one_value(level) -%}
told_most / nullif(told_rightly, 0)
{%- endmacro %}
