{#-
The distance from a released record to the closest record of the original, the median over the
release.

symbol: DCR
title: Distance to the closest record
also: distance to closest record
plain: How far a typical released record is from the nearest record of the original. 0 means that
    at least half of them are copies.
formula: median over r of min over x of d(r, x), d the mean over columns of |r - x| / range, at
    most 1, or of 0 where values are equal, else 1
tex: \mathrm{DCR} = \mathrm{median}_r \min\limits_x d(r, x)
order: 720
unit: share
range: 0 to 1
direction: higher is safer
question: Is the release too close to the original?
targets: attack
levels: table
aggregate: average
link: weak
of: closeness
rows: closest_records
undefined: the release or the original has no records
source: Park et al. 2018; as in SDMetrics
-#}
