{#-
The share of the original's people whom an attack recognizes while it takes few other people for
them.

symbol: TPR
title: Members found at few false alarms
also: TPR at low FPR
plain: The share of the people in the data whom an attacker recognizes, with the limit of nearness
    set so that few others are taken for them: one in ten, or one in a hundred.
formula: members within the largest distance that keeps the false positive rate / members
tex: \mathrm{TPR} \text{ at } \mathrm{FPR} \le f
order: 727
unit: share
range: 0 to 1
direction: higher is riskier
question: Can someone be told to have been in the data?
targets: attack
levels: table
aggregate: count
link: medium
of: closeness
rows: member_distances
needs: control
parameters: false_positive_rate = 0.1 and 0.01
undefined: the original or the control group has no records
source: Carlini et al. 2022
-#}
