{#-
The share of the workload's queries to which the release gives no answer.

symbol: missed
title: Missed queries
plain: The share of queries that the release cannot answer. 0 means that every query has an answer,
    right or wrong.
formula: queries with no record, NULL or an error in the release / all queries
tex: \frac{\text{queries without an answer}}{\text{queries}}
order: 821
unit: share
range: 0 to 1
direction: higher is less useful
question: How near are a release's answers?
targets: release
levels: table
aggregate: count
link: none
of: answers
undefined: no query has an answer in the original
source: GDA Score, Francis 2018
-#}
{%- macro missed_queries() -%}
{{ sqlmetrics.as_double('sum(missed)') }} / nullif(count(*), 0)
{%- endmacro %}
