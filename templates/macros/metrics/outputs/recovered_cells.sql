{#-
The number of hidden cells of published tables whose counts follow exactly from the other cells.

symbol: recovered
words: exact disclosure, secondary disclosure, residual disclosure, complementary suppression
title: Recovered cells
short: Hidden cells that can be calculated
plain: The number of hidden cells whose counts can be calculated from the sums that are shown.
formula: the number of hidden cells c with one count n_c for which all totals add up
tex: \sum_c [\,\min n_c = \max n_c\,]
order: 1290
unit: cells
range: 0 or more
direction: higher is riskier
question: What do published tables give away?
targets: tables
levels: table
aggregate: count
link: high
parameters: width = as the mark says
undefined: some cells are not proven
of: tables
rows: published_round
source: Hundepool and others 2012, Statistical Disclosure Control; tau-ARGUS: audit
-#}
