{#-
The number of combinations of the values of a published table that nobody has.

symbol: zeros
words: empty cells, structural zeros
title: Empty cells
short: Cells that nobody is in
plain: The number of cells of a table that nobody is in. They may tell that nobody of a group has a value.
formula: the number of combinations of the columns' values with n_c = 0
tex: \sum_c [\,n_c = 0\,]
order: 1260
unit: cells
range: 0 or more
direction: higher is riskier
question: What do published tables give away?
targets: tables
levels: table
aggregate: count
link: medium
of: tables
rows: output_tables
source: Hundepool and others 2012, Statistical Disclosure Control; tau-ARGUS: ZERO; ACRO
-#}
