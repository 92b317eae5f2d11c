{#-
The share of the records of an outside file whose best record in a release is the same person's;
several best ones share one guess.

symbol: rightly
title: Linked rightly by weights
plain: The share of the people of an attacker's file who are found in the release although the file
    has errors. 1 means that all are found.
formula: mean over outside records of the share of their best records that belong to the same
    person
tex: \frac{1}{n} \sum\limits_{a}
    \frac{\left| \mathrm{best}(a) \cap \mathrm{own}(a) \right|}{\left| \mathrm{best}(a) \right|}
order: 761
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
undefined: nothing tells whose record one is, or the outside file has no records
source: Fellegi and Sunter 1969
-#}
