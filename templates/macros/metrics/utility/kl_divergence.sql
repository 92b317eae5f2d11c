{#-
How many bits more it takes to encode a value of the original by the release's distribution than by
the original's own; NULL is a value.

symbol: KL
title: Kullback-Leibler divergence
plain: How badly the values of the released column describe the values of the original, in bits. 0
    means that both are distributed alike.
formula: sum over x of p(x) log2(p(x) / p'(x)), p of the original, p' of the release; not smoothed;
    x is a bin where the column is continuous
tex: \mathrm{KL} = \sum_x p(x) \log_2 \frac{p(x)}{p'(x)}
order: 803
unit: bits
range: 0 or more
direction: higher is less useful
question: How much detail is lost?
targets: release
levels: table
aggregate: average
link: none
of: columns
varies: bins
undefined: infinite: the release lacks a value that the original has
source: Kullback and Leibler 1951
-#}
{%- macro kl_divergence() -%}
case when lost_values = 0 then (log_ratio_sum / total + {{ sqlmetrics.ln('released_total / total') }})
    / {{ sqlmetrics.ln_2() }} end
{%- endmacro %}
