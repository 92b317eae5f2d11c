{#-
The number of rows and columns of a published table whose people are all in one cell, or more than a share of
them.

symbol: lines
words: group disclosure, attribute disclosure of tables, class disclosure
title: Class disclosing lines
short: Rows and columns with all people in one cell
plain: The number of rows and columns of a table whose people are all in one cell. Who knows that a person is
    in the line knows the rest.
formula: the number of lines l with max over cells c of l of n_c >= n_l, or > share n_l
tex: \sum_l [\,\max\limits_{c \in l} n_c \ge n_l\,]
order: 1250
unit: lines
range: 0 or more
direction: higher is riskier
question: What do published tables give away?
targets: tables
levels: table
aggregate: count
link: high
parameters: minimum_frequency = 10, share = 1
of: tables
rows: output_tables
source: Hundepool and others 2012, Statistical Disclosure Control: group disclosure
-#}
