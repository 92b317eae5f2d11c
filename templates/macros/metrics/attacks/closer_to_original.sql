{#-
The share of the released records that are closer to the original than to people who were not in
it.

symbol: closer
title: Closer to the original than to others
also: DCR share
plain: The share of released records that are nearer to someone in the data than to anybody outside
    it. Half is what chance gives; much more means that the release repeats the people in the data.
formula: (closer + ties / 2) / n, of a control group and as many records of the original
tex: \frac{n_{\mathrm{closer}} + n_{\mathrm{tied}} / 2}{n}
order: 723
unit: share
range: 0 to 1, 0.5 by chance
direction: higher is riskier
question: Is the release too close to the original?
targets: attack
levels: table
aggregate: count
link: weak
of: closeness
rows: closer_records
needs: control
undefined: the release has no records
source: Platzer and Reutterer 2021
-#}
