{#-
The conditional entropy, with the entropy of each class corrected for its small number of records.

symbol: MM H(X|Y)
title: Conditional entropy, Miller-Madow
short: Uncertainty left, corrected
plain: How much is still open about a person once the known columns are known, in bits, corrected
    for small groups. Where it is far above the conditional entropy, the groups are too small to
    judge by.
formula: sum over y of p(y) (H(X|Y=y) + (values of y - 1) / (2 n_y ln 2))
tex: H_{\mathrm{MM}}(X|Y) = \sum_y p(y) \left( H(X|Y=y) + \frac{v_y - 1}{2 \, n_y \ln 2} \right),
    \quad v_y \text{ the values in } y
order: 170
unit: bits
range: 0 or more
direction: higher is safer
question: How uncertain is the target?
targets: any
levels: table, class
aggregate: average
link: medium
class: H(X|Y=y) + (values of y - 1) / (2 n_y ln 2)
request: yes
interval: entropies
source: Miller 1955; Madow's bias correction, per distribution
estimate: bits(corrected_uncertainty) / records
-#}
{%- macro miller_madow_conditional_entropy(level) -%}
{%- if level == 'class' -%}
class_entropy + (class_values - 1) / (2 * class_size * {{ sqlmetrics.ln_2() }})
{%- else -%}
conditional_entropy + (cells - classes) / (2 * total * {{ sqlmetrics.ln_2() }})
{%- endif -%}
{%- endmacro %}
