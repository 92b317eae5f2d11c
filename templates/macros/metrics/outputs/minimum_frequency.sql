{#-
The fewest people of a cell of a published table that has any.

symbol: smallest cell
also: smallest_cell
words: threshold rule, minimum cell size
title: Minimum frequency
short: People in the smallest cell
plain: The number of people in the smallest cell of a table. 1 means that a number in it is about one person.
formula: min over cells c with people of n_c
tex: \min\limits_{c:\, n_c > 0} n_c
order: 1210
unit: individuals
range: 1 or more
direction: higher is safer
question: What do published tables give away?
targets: tables
levels: table
aggregate: worst
link: medium
undefined: the table has no people
of: tables
rows: output_tables
source: Hundepool and others 2012, Statistical Disclosure Control; tau-ARGUS: minimum frequency
-#}
