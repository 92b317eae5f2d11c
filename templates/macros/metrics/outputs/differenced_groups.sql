{#-
The number of groups of few people that follow exactly from several answers: who are in one answer and not in
another, or in the same answers.

symbol: groups
words: differencing, differencing attack, query differences, tracker
title: Groups that follow by differences
short: Groups of few people that answers give away
plain: The number of groups of a few people whose number can be calculated from the answers that were given.
formula: the number of groups g with 0 < n_g < minimum_frequency and one n_g for which all answers add up
tex: \sum_g [\,0 < n_g < t,\ \min n_g = \max n_g\,]
order: 1270
unit: groups
range: 0 or more
direction: higher is riskier
question: What do published tables give away?
targets: tables
levels: table
aggregate: count
link: high
parameters: minimum_frequency = 10
undefined: some groups are not proven
of: tables
rows: answer_groups
source: Hundepool and others 2012, Statistical Disclosure Control: differencing
-#}
