{#-
The expected number of people, alone in their class of the sample, whom an attacker matches
correctly by picking a person of the same class in the population at random; by a log-linear model
in which the keys are independent of each other.

symbol: tau_2 (independence)
title: Correct matches of sample uniques, by independence
short: People alone in the table who would be found, independence
plain: How many of the people who are alone in their group of the table an attacker would find,
    who guesses among all of that group in the population. The known columns are taken as
    independent.
formula: sum over y with n_y = 1 of (1 - exp(-m_y))/m_y, m_y = mu_y (1 - p)/p; mu_y = n prod of
    the shares of the values of y
tex: \tau_2 = \sum\limits_{y: n_y = 1} \frac{1 - e^{-m_y}}{m_y}, \; m_y = \mu_y \frac{1 - p}{p}
order: 35
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
