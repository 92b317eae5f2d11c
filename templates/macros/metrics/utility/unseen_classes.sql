{#-
The share of the held-out records that have nobody to learn from in their class: the release lacks
it, or holds only held-out people in it.

symbol: unseen
title: Held-out records of unseen classes
plain: The share of the test people whose group has nobody to learn from in the release. For them
    only a general guess is left.
formula: held-out records whose quasi-identifiers, recoded, stand together in no record that is
    learnt from / held-out records
tex: \frac{\text{held-out records of classes to learn nothing from}}{\text{held-out records}}
order: 314
unit: share
range: 0 to 1
direction: higher is less useful
question: Is the release worth more than keys and secrets published apart?
targets: release
levels: table
aggregate: count
link: none
of: classifiers
needs: release
once: yes
parameters: holdout = 0.3, seed = 1
undefined: there is nothing to learn, or nothing held out
source: Brickell and Shmatikov 2008 (what their experiment leaves open)
-#}
{%- macro unseen_classes() -%}
max(case when origin = {{ sqlmetrics.literal('released') }} then unseen end)
{%- endmacro %}
