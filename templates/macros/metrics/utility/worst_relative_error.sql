{#-
How far the worst answer is off, relative to the true one.

symbol: worst rel.
title: Worst relative error
formula: the largest relative error
order: 824
unit: share of the true answer
range: 0 or more
direction: higher is less useful
question: How near are a release's answers?
targets: release
levels: table
of: answers
undefined: no query has an answer in the original
source: GDA Score, Francis 2018
-#}
{%- macro worst_relative_error() -%}
max(relative_error)
{%- endmacro %}
