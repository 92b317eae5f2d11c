{#-
The conditional entropy, each class's corrected for having seen few records of it.

symbol: MM H(X|Y)
title: Conditional entropy, Miller-Madow
formula: sum over y of p(y) (H(X|Y=y) + (values of y - 1) / (2 n_y ln 2))
order: 170
unit: bits
range: 0 or more
direction: higher is safer
question: How uncertain is the target?
targets: any
levels: table, class
class: H(X|Y=y) + (values of y - 1) / (2 n_y ln 2)
request: yes
source: Miller 1955; Madow's bias correction, per distribution
-#}
{%- macro miller_madow_conditional_entropy(level) -%}
{%- if level == 'class' -%}
class_entropy + (class_values - 1) / (2 * class_size * {{ sqlmetrics.ln_2() }})
{%- else -%}
conditional_entropy + (cells - classes) / (2 * total * {{ sqlmetrics.ln_2() }})
{%- endif -%}
{%- endmacro %}
