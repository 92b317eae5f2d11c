{#-
The number of cells of a published table that have people, and fewer than the minimum frequency.

symbol: below
words: small counts, cell suppression
title: Cells below the minimum
short: Cells with too few people
plain: The number of cells of a table that are about too few people.
formula: the number of cells with 0 < n_c < minimum_frequency
tex: \sum_c [\,0 < n_c < t\,]
order: 1220
unit: cells
range: 0 or more
direction: higher is riskier
question: What do published tables give away?
targets: tables
levels: table
aggregate: count
link: medium
parameters: minimum_frequency = 10
of: tables
rows: output_tables
source: Hundepool and others 2012, Statistical Disclosure Control; sdcTable: freq
-#}
