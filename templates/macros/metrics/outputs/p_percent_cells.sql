{#-
The number of cells of a published table whose second largest contributor can tell the largest contribution
within p percent.

symbol: p %
words: p-percent rule, prior posterior rule
title: Cells by the p percent rule
short: Sums by which a contributor knows another
plain: The number of sums of a table by which one contributor nearly knows what the largest one contributed.
formula: the number of cells with 100 (total - x_1 - x_2) < p x_1
tex: \sum_c [\,100\,(\sum_i x_i - x_1 - x_2) < p\,x_1\,]
order: 1240
unit: cells
range: 0 or more
direction: higher is riskier
question: What do published tables give away?
targets: tables
levels: table
aggregate: count
link: medium
parameters: p = 10
undefined: no `measure` is named, or amounts are below 0
of: tables
rows: output_tables
source: Hundepool and others 2012, Statistical Disclosure Control; tau-ARGUS: P
-#}
