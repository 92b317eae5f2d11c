{#-
How much closer a released record is to the closest record of the original than to the second
closest, the median over the release.

symbol: NNDR
title: Nearest neighbour distance ratio
also: nearest neighbor distance ratio
plain: How a typical released record's distance to the nearest record of the original compares with
    its distance to the second nearest. Near 0 it stands beside one record alone; near 1 it stands
    among many.
formula: median over r of d1(r) / d2(r), the distances to the closest and to the second closest
    record, over records with d2 > 0
tex: \mathrm{NNDR} = \mathrm{median}_r \frac{d_1(r)}{d_2(r)}
order: 721
unit: ratio
range: 0 to 1
direction: higher is safer
question: Is the release too close to the original?
targets: attack
levels: table
aggregate: average
link: weak
of: closeness
rows: closest_records
undefined: no released record has a second closest record at a distance
source: Lowe 2004; for releases Platzer and Reutterer 2021
-#}
