{#-
How well a classifier that learnt from the release predicts an attribute.

symbol: U_san
title: Utility of the release
short: How often a classifier that learns from the release is right
plain: How well a program predicts a column when it learns from the release. Compare it with
    learning from the original, and from columns published apart.
formula: quality, on held-out records recoded as the release, of a classifier learnt from the
    release without them
tex: U_{\mathrm{san}} = \mathrm{quality}(\text{learnt from the release})
order: 311
unit: share
range: 0 to 1
direction: higher is more useful
question: Is the release worth more than keys and secrets published apart?
targets: release
levels: table
aggregate: count
link: none
of: classifiers
needs: release
interval: yes
parameters: classifier = naive_bayes, measure = accuracy, alpha = 1, holdout = 0.3, seed = 1
undefined: there is nothing to learn, or nothing held out
source: Brickell and Shmatikov 2008
-#}
{%- macro u_san() -%}
max(case when origin = {{ sqlmetrics.literal('released') }} then quality end)
{%- endmacro %}
