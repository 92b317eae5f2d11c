{#-
How often a person of the original is nearer to the release than a person of a control group.

symbol: AUC
title: Area under the curve of the membership attack
also: AUROC of the membership attack
plain: The chance that, of one person in the data and one outside it, the one in the data is nearer
    to the release. 0.5 is a coin's chance; 1 gives everybody away.
formula: P(d(member) < d(other)) + P(d(member) = d(other)) / 2, d the distance to the closest
    released record
tex: P(d_m < d_o) + \frac{1}{2} P(d_m = d_o)
order: 725
unit: probability
range: 0 to 1, 0.5 by chance
direction: higher is riskier
question: Can someone be told to have been in the data?
targets: attack
levels: table
aggregate: count
link: medium
of: closeness
rows: member_distances
needs: control
undefined: the original or the control group has no records
source: Hilprecht, Härterich and Bernau 2019; the interval: Wilson's of as many people as have the
    variance of DeLong, DeLong and Clarke-Pearson 1988, at least the smaller group (van Dantzig 1951)
-#}
