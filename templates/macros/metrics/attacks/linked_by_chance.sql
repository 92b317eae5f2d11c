{#-
The share of the records of an outside file for which a released record that is drawn at random is
the same person's.

symbol: by chance
title: Linked by chance
plain: The share of the people of an attacker's file who are found by picking released records
    blindly. What weights find is compared with it.
formula: mean over outside records of own records / N
tex: \frac{1}{n} \sum\limits_{a} \frac{\left| \mathrm{own}(a) \right|}{N}
order: 764
unit: share
range: 0 to 1
direction: higher is riskier
question: Who of an outside file is found?
targets: attack
levels: table
aggregate: average
link: weak
of: linkage
rows: linked_people
undefined: nothing tells whose record one is, or the outside file has no records
source: Fellegi and Sunter 1969
-#}
