{#-
The number of people in groups of few people that follow exactly from several answers.

symbol: people
words: differencing, differencing attack, query differences, tracker
title: People in groups that follow by differences
short: People in small groups that answers give away
plain: The number of people in small groups whose number can be calculated from the answers that were given.
formula: the people of all groups g with 0 < n_g < minimum_frequency and one n_g for which all answers add up
tex: |\bigcup_g\, g|,\ 0 < n_g < t,\ \min n_g = \max n_g
order: 1280
unit: individuals
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
