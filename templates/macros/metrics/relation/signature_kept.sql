{#-
The share of the people of several releases whose classes show the same set of values in each of them.

symbol: kept
title: Signature kept
short: Groups that show the same values in each release
words: several releases, m-invariance, m-uniqueness, sequential releases
plain: The share of the people whose group shows the same values in each release, so that comparing releases
    crosses nothing out. 1 is the best.
formula: the share of people whose classes have the same set of values in each release
tex: \frac{1}{N} \sum_i [\,S_1(y_{i1}) = S_2(y_{i2}) = \dots\,]
order: 1130
unit: share
range: 0 to 1
direction: higher is safer
question: What do releases give away together?
targets: releases
levels: table
aggregate: count
link: medium
of: together
rows: together
undefined: nobody can be followed through several releases
source: Xiao and Tao 2007, the second condition of m-invariance; the first is a distinct l-diversity
    of m with every value once
-#}
