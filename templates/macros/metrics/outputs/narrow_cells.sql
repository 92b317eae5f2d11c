{#-
The number of hidden cells of published tables that are known nearer than their mark says.

symbol: narrow
words: feasibility interval, interval disclosure, approximate disclosure
title: Narrow cells
short: Hidden cells that are nearly known
plain: The number of hidden cells whose possible counts lie nearer to each other than their mark says.
formula: the number of hidden cells c with 0 < max n_c - min n_c < w_c, the width of the mark
tex: \sum_c [\,0 < \max n_c - \min n_c < w_c\,]
order: 1300
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
