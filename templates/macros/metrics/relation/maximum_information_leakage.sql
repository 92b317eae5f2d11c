{#-
The most bits of the target that a class gives away; what it leaves uncertain counts by its share of
the records.

symbol: MIL
title: Maximum information leakage
short: Bits given away in the most exposed group
plain: What the known columns give away in the most exposed group, in bits, up to all that was open.
    A small group counts as exposed even where its values are mixed.
formula: MIL = max over y of H(X) - p(y) H(X|Y=y)
tex: \mathrm{MIL} = \max\limits_y \left( H(X) - p(y) \, H(X|Y=y) \right)
class: H(X) - p(y) H(X|Y=y)
order: 110
unit: bits
range: 0 to H(X)
direction: higher is riskier
question: What does the table teach an attacker?
targets: any
levels: table, class
aggregate: worst
link: medium
merging: table
source: du Pin Calmon and Fawaz 2012; ITPR paper, eq. 8 with p(y) as its tables compute it
bound: bits(value_uncertainty - least_uncertainty) / records
worst: bits(value_uncertainty) / records
-#}
{%- macro maximum_information_leakage(level) -%}
target_entropy - {{ 'weighted_entropy' if level == 'class' else 'least_weighted_entropy' }}
{%- endmacro %}
