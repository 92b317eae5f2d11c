{#-
The number of hidden cells of published tables that may be recovered or narrow, as no proof excludes it.

symbol: not proven
words: feasibility interval, audit of a table, protection
title: Cells that are not proven to be hidden
short: Hidden cells without a proof
plain: The number of hidden cells for which nobody has shown two counts that lie as far apart as they should.
formula: the number of hidden cells c without two shown counts that lie w_c apart
tex: \sum_c [\,\hat{\max} n_c - \hat{\min} n_c < w_c\,]
order: 1310
unit: cells
range: 0 or more
direction: higher is riskier
question: What do published tables give away?
targets: tables
levels: table
aggregate: count
link: high
parameters: width = as the mark says
of: tables
rows: published_round
source: Hundepool and others 2012, Statistical Disclosure Control; tau-ARGUS: audit
-#}
