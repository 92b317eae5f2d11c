{#-
The share of the records of an outside file whose values one released record alone has, which is the
same person's.

symbol: exactly
title: Linked rightly by an exact join
plain: The share of the people of an attacker's file who are found by looking for records with just
    their values. What weights find beyond it is what the attacker gains from allowing for errors.
formula: share of outside records a with one released record of the same values, of the same person
tex: \frac{1}{n} \left| \left\{ a : \mathrm{equal}(a) = \{ r \},\, r \in \mathrm{own}(a) \right\} \right|
order: 762
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
