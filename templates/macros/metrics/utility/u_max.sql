{#-
How well a classifier that learnt from the original predicts an attribute: where this is low, the
attribute is no workload for any release.

symbol: U_max
title: Utility of the original
plain: How well a program predicts a column when it learns from the original. Where this is low, no
    release is of use for that column.
formula: quality on held-out records of a classifier learnt from the other records of the original
tex: U_{\max} = \mathrm{quality}(\text{learnt from the original})
order: 312
unit: share
range: 0 to 1
direction: higher is more useful
question: Is the release worth more than keys and secrets published apart?
targets: release
levels: table
aggregate: count
link: none
of: classifiers
interval: yes
parameters: classifier = naive_bayes, measure = accuracy, alpha = 1, holdout = 0.3, seed = 1
undefined: there is nothing to learn, or nothing held out
source: Brickell and Shmatikov 2008
-#}
{%- macro u_max() -%}
max(case when origin = {{ sqlmetrics.literal('original') }} then quality end)
{%- endmacro %}
