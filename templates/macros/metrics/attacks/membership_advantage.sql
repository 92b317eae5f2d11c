{#-
How much more often an attack with the best limit of distance calls people of the original members
than people of a control group.

symbol: Adv
title: Membership advantage
plain: How much more often an attacker who picks the best limit of nearness calls people in the
    data members than people outside it. 0 is a guess, 1 certainty.
formula: max over limits of TPR - FPR
tex: \max\limits_t \left( \mathrm{TPR}(t) - \mathrm{FPR}(t) \right)
order: 726
unit: share
range: 0 to 1
direction: higher is riskier
question: Can someone be told to have been in the data?
targets: attack
levels: table
aggregate: count
link: high
of: closeness
rows: member_distances
needs: control
undefined: the original or the control group has no records
source: Yeom et al. 2018
-#}
