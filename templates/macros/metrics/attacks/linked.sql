{#-
The share of the records of an outside file that have a best record in a release, by weights of
agreement of 0 at least.

symbol: linked
title: Linked by weights
plain: The share of the people of an attacker's file for whom some released record fits better than
    chance, errors in the file included. Whether it is theirs, the file does not say.
formula: share of outside records with max over r of W >= 0, W the sum over columns of log2(m/p)
    where values agree, of log2((1-m)/(1-p)) where they do not
tex: \frac{1}{n} \left| \left\{ a : \max\limits_r W(a, r) \ge 0 \right\} \right|
order: 760
unit: share
range: 0 to 1
direction: higher is riskier
question: Who of an outside file is found?
targets: attack
levels: table
aggregate: count
link: medium
of: linkage
rows: linked_people
undefined: the outside file has no records
source: Fellegi and Sunter 1969
-#}
