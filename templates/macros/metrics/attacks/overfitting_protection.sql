{#-
1 if released records are as often closer to people who were not in the original as to the original,
0 if all are closer to the original.

symbol: overfitting protection
title: Overfitting protection
also: DCR overfitting protection
plain: 1 where released records are as often near people outside the data as near people in it, and
    0 where all are nearer to people in it.
formula: min(1, 2 (1 - share of released records closer to the original))
tex: \min(1, 2 (1 - s)), \quad s \text{ the share of records closer to the original}
order: 724
unit: share
range: 0 to 1
direction: higher is safer
question: Is the release too close to the original?
targets: attack
levels: table
aggregate: average
link: weak
of: closeness
rows: closer_records
needs: control
undefined: the release has no records
source: SDMetrics, DCROverfittingProtection; there a tie counts as closer to the holdout, here as
    half
-#}
