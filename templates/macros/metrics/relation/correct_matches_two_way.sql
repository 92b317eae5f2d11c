{#-
The expected number of people, alone in their class of the sample, whom an attacker matches
correctly by picking a person of the same class in the population at random; by a log-linear model
with an interaction of each two keys.

symbol: tau_2 (two-way)
title: Correct matches of sample uniques, by two-way interactions
short: People alone in the table who would be found, two-way
plain: How many of the people who are alone in their group of the table an attacker would find,
    who guesses among all of that group in the population. Each two known columns may be related.
formula: sum over y with n_y = 1 of (1 - exp(-m_y))/m_y, m_y = mu_y (1 - p)/p; mu_y is fitted by
    iterated proportions with an interaction of each two keys
tex: \tau_2 = \sum\limits_{y: n_y = 1} \frac{1 - e^{-m_y}}{m_y}, \; m_y = \mu_y \frac{1 - p}{p}
order: 37
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
