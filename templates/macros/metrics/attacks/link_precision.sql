{#-
The share of the outside records with a best record of some weight at least, whose best record is
the same person's.

symbol: precision
title: Precision of links
plain: Of the people whom an attacker says to have found, with a certainty of some weight at least,
    the share who are found rightly. An attacker keeps to weights where it is high.
formula: mean, over outside records with a best weight of at least t, of the share of their best
    records that belong to the same person
tex: \frac{1}{n_t} \sum\limits_{a : W(a) \ge t}
    \frac{\left| \mathrm{best}(a) \cap \mathrm{own}(a) \right|}{\left| \mathrm{best}(a) \right|}
order: 765
unit: share
range: 0 to 1
direction: higher is riskier
question: Who of an outside file is found?
targets: attack
levels: table
aggregate: count
link: high
of: linkage
rows: linked_people
undefined: nothing tells whose record one is, or nobody is found at that weight
source: Fellegi and Sunter 1969
-#}
