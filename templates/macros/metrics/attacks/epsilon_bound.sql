{#-
The least epsilon of differential privacy that is consistent with what the membership attack
reached.

symbol: eps >=
title: Lower bound of epsilon by the membership attack
also: epsilon lower bound
plain: If the release is differentially private, its epsilon is at least this, as far as the
    attack's people tell with 95 % confidence. 0 means that the attack proves nothing, not that the
    release is safe.
formula: max(0, ln((TPR - delta) / FPR), ln((TNR - delta) / FNR)), the rates at the cautious ends of
    their exact intervals, the largest of both false positive and both false negative rates
tex: \varepsilon \ge \max\left(0, \ln \frac{\mathrm{TPR}_{\mathrm{low}} -
    \delta}{\mathrm{FPR}_{\mathrm{high}}}, \ln \frac{\mathrm{TNR}_{\mathrm{low}} -
    \delta}{\mathrm{FNR}_{\mathrm{high}}}\right)
order: 728
unit: nats
range: 0 to inf
direction: higher is riskier
question: Can someone be told to have been in the data?
targets: attack
levels: table
aggregate: worst
link: weak
of: closeness
rows: member_distances
needs: control
parameters: delta = 0
undefined: the original or the control group has no records
source: Jagielski, Ullman and Oprea 2020; Kairouz, Oh and Viswanath 2015
-#}
