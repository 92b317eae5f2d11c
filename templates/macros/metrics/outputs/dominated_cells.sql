{#-
The number of cells of a published table whose n largest contributions have more than k percent of the total.

symbol: dominated
words: n-k rule, nk dominance, concentration rule
title: Dominated cells
short: Sums that a few people make up
plain: The number of sums of a table that are nearly all one person's, or a few people's.
formula: the number of cells with 100 (x_1 + .. + x_n) > k total
tex: \sum_c [\,100\,(x_1 + \dots + x_n) > k \sum_i x_i\,]
order: 1230
unit: cells
range: 0 or more
direction: higher is riskier
question: What do published tables give away?
targets: tables
levels: table
aggregate: count
link: medium
parameters: n = 2, k = 90
undefined: no `measure` is named, or amounts are below 0
of: tables
rows: output_tables
source: Hundepool and others 2012, Statistical Disclosure Control; tau-ARGUS: NK
-#}
