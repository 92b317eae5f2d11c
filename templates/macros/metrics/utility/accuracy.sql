{#-
How near the release's answers to the workload's queries are to the original's, on average: 1 if all
are the same, 0 if each is missed or off by its own size or more.

symbol: accuracy
title: Accuracy
plain: How near the release's answers are to the true ones, on average over many queries. 1 means
    that all are the same, 0 that all are missed or far off.
formula: 1 - the mean over the queries of min(1, relative error)
tex: 1 - \frac{1}{|Q|} \sum_{q \in Q} \min(1, e_q), \quad e_q \text{ the relative error of query } q
order: 820
unit: share
range: 0 to 1
direction: higher is more useful
question: How near are a release's answers?
targets: release
levels: table
aggregate: count
link: none
of: answers
undefined: no query has an answer in the original
source: GDA Score, Francis 2018
-#}
{%- macro accuracy() -%}
1 - avg(case when relative_error < 1 then relative_error else 1 end)
{%- endmacro %}
