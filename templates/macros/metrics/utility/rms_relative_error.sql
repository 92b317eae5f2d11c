{#-
How far answers are off relative to the true ones, where large errors weigh more.

symbol: rms rel.
title: Root mean square relative error
formula: the root of the mean square of the relative error
order: 823
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
{%- macro rms_relative_error() -%}
sqrt(avg(relative_error * relative_error))
{%- endmacro %}
