{#-
How well a classifier predicts an attribute after learning from the trivial sanitization: keys and
sensitive attributes published apart.

symbol: U_base
title: Utility of the trivial sanitization
plain: How well a program predicts a column when known and sensitive columns are published apart. A
    release has to beat this to be worth its risk.
formula: quality on held-out records of a classifier learnt without the keys or, for a neutral
    attribute, without the sensitive ones: the better
tex: U_{\mathrm{base}} = \mathrm{quality}(\text{learnt from keys and secrets apart})
order: 310
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
{%- macro u_base() -%}
max(case when apart = 1 then quality end)
{%- endmacro %}
