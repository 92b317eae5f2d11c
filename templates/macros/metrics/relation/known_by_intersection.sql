{#-
The share of the people of several releases of whose sensitive attribute their classes together
leave one value.

symbol: known
title: Known by intersection
short: People known by several releases
words: several releases, intersection, sequential releases, composition attack
plain: The share of the people whose value is certain once their groups in all releases are compared.
formula: the share of people with |the intersection of the values of their classes| = 1
tex: \frac{1}{N} \sum_i [\,|\bigcap_r S_r(y_{ir})| = 1\,]
order: 1110
unit: share
range: 0 to 1
direction: higher is riskier
question: What do releases give away together?
targets: releases
levels: table
aggregate: count
link: high
headline: sensitive
of: together
rows: together
undefined: nobody can be followed through several releases
source: Ganta, Kasiviswanathan and Smith 2008
-#}
