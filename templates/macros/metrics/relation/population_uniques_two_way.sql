{#-
How many people who are alone in their class of the sample are expected to be alone in the
population, by a log-linear model with an interaction of each two keys.

symbol: tau_1 (two-way)
title: Sample uniques that are population uniques, by two-way interactions
short: People alone in table and population, two-way
plain: How many of the people who are alone in their group of the table are expected to be alone
    in the whole population too. Each two known columns may be related.
formula: sum over y with n_y = 1 of exp(-mu_y (1 - p)/p); mu_y is fitted by iterated proportions
    with an interaction of each two keys
tex: \tau_1 = \sum\limits_{y: n_y = 1} e^{-\mu_y (1 - p)/p}
order: 36
unit: individuals
range: 0 or more
direction: higher is riskier
question: Would someone be alone in the whole population?
targets: sampled
levels: table
aggregate: count
link: high
rows: coded_classes
request: yes
undefined: the model cannot be fitted
source: Skinner and Shlomo 2008; p is the sampling fraction; sdcMicro takes mu for mu/p, and
    shares of cells
-#}
