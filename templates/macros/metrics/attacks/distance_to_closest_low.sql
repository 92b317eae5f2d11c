{#-
The distance from a released record to the closest record of the original, the 5th percentile over
the release: one record in twenty is no farther.

symbol: DCR 5%
title: Distance to the closest record, 5th percentile
plain: How far a released record is from the nearest record of the original, for the twentieth of the
    records that are nearest. 0 means that at least one in twenty is a copy, which a median hides.
formula: the least d with min over x of d(r, x) at most d for a twentieth of the records r
tex: \min \left\{ d : P_r \left( \min\limits_x d(r, x) \le d \right) \ge 0.05 \right\}
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
source: Park et al. 2018; the percentile as in vendors' reports of synthetic data
-#}
