{#-
How many people who are alone in their class of the sample are expected to be alone in the
population, by a log-linear model whose keys are independent of each other.

symbol: tau_1 (independence)
title: Sample uniques that are population uniques, by independence
short: People alone in table and population, independence
plain: How many of the people who are alone in their group of the table are expected to be alone
    in the whole population too. The known columns are taken as independent.
formula: sum over y with n_y = 1 of exp(-mu_y (1 - p)/p); mu_y = n prod of the shares of the
    values of y
tex: \tau_1 = \sum\limits_{y: n_y = 1} e^{-\mu_y (1 - p)/p}
order: 34
unit: individuals
range: 0 or more
direction: higher is riskier
question: Would someone be alone in the whole population?
targets: sampled
levels: table
aggregate: count
link: high
rows: expected_alone
undefined: the table has no records
source: Skinner and Shlomo 2008; p is the sampling fraction; sdcMicro takes mu for mu/p, and
    shares of cells
-#}
