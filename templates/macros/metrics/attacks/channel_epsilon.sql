{#-
The epsilon of local differential privacy of the released values, linked to the original ones record
by record: how much more likely one original value makes a released value than another original
value does.

symbol: epsilon
title: Epsilon of the released values
also: local differential privacy, empirical epsilon
plain: How much a released value tells two original values apart, at most. 0 means that it tells
    nothing, 1.1 that some released value is three times as likely from one person as from another.
formula: max over a, b, x' of |ln(p(x'|a) / p(x'|b))|, by counts of linked records
tex: \varepsilon = \max\limits_{a, b, x'} \left| \ln \frac{p(x'|a)}{p(x'|b)} \right|
order: 1025
unit: nats
range: 0 to inf
direction: higher is riskier
question: What do the five attacks reach?
targets: attack
levels: table
aggregate: worst
link: weak
of: views
attacks: identity_white_box channel
undefined: a released value never stands for some original one, which no epsilon bounds, or the
    target has a single value; it is measured where a record id links the release
source: Evfimievski, Gehrke and Srikant 2003; Kasiviswanathan et al. 2011
-#}
{%- macro channel_epsilon(level) -%}
rate
{%- endmacro %}
