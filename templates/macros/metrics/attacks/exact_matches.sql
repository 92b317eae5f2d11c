{#-
The share of the records of an outside file whose values one released record alone has.

symbol: exact
title: One exact match
plain: The share of the people of an attacker's file whose values one released record alone has. It
    need not be theirs.
formula: share of outside records with one released record of the same values
tex: \frac{1}{n} \left| \left\{ a : \left| \mathrm{equal}(a) \right| = 1 \right\} \right|
order: 763
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
