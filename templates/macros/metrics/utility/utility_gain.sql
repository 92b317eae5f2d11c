{#-
What a classifier gains by the release over the trivial sanitization: near 0, the release adds
nothing for the attribute.

symbol: U_san - U_base
title: Utility gain
plain: How much better a program predicts a column from the release than from columns published
    apart. Near 0, the release is worth nothing for that column.
formula: U_san - U_base
tex: U_{\mathrm{san}} - U_{\mathrm{base}}
order: 313
unit: share
range: -1 to 1
direction: higher is more useful
question: Is the release worth more than keys and secrets published apart?
targets: release
levels: table
aggregate: count
link: none
of: classifiers
needs: release
parameters: classifier = naive_bayes, measure = accuracy, alpha = 1, holdout = 0.3, seed = 1
undefined: there is nothing to learn, or nothing held out
source: Brickell and Shmatikov 2008
-#}
{%- macro utility_gain() -%}
{{ sqlmetrics.u_san() }} - {{ sqlmetrics.u_base() }}
{%- endmacro %}
