{#-
The share of the records that are in the smallest class.

symbol: smallest
title: Share of the smallest class
plain: The share of all people who are in the smallest group.
formula: min over y of n_y / N
tex: \min\limits_y \frac{n_y}{N}
order: 900
unit: share
range: 0 to 1
direction: higher is safer
question: Can someone be singled out?
targets: identity
levels: table, class
aggregate: worst
link: medium
source: our guideline of 2026
-#}
{%- macro smallest_share(level) -%}
{{ 'class_size' if level == 'class' else 'least_size' }} / total
{%- endmacro %}
