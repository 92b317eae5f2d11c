{#-
The distance of the release from the original, compared with the distance of random records, which
tell nothing about it.

symbol: baseline protection
title: Baseline protection
also: DCR baseline protection
plain: How far released records are from the original, as a share of the distance of random
    records. 1 means that they are as far as if nothing were known.
formula: min(1, DCR / DCR of records drawn uniformly from the columns' domains)
tex: \min\left(1, \frac{\mathrm{DCR}}{\mathrm{DCR}_{\mathrm{uniform}}}\right)
order: 722
unit: share
range: 0 to 1
direction: higher is safer
question: Is the release too close to the original?
targets: attack
levels: table
aggregate: average
link: weak
of: closeness
rows: uniform_records
undefined: random records are at no distance from the original
source: SDMetrics, DCRBaselineProtection
-#}
