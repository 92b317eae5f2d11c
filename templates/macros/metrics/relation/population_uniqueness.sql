{#-
The estimated share of the population whose people are alone in their class there, by the estimator
that the rule of Dankar and others takes for the sampling fraction.

symbol: pop. unique
title: Population uniqueness
short: People alone in the whole population
plain: An estimate of the share of the whole population whose people are alone in their group
    there. Compare the other estimates: they can lie far apart, and all can be wrong.
formula: 0 without sample uniques; Pitman's up to n/N = 0.1, else the smaller of Zayatz's and SNB's
tex: \hat{U} = U_{\mathrm{Pitman}} \text{ where } n \le 0.1 N, \text{ else } \min(U_{\mathrm{Zayatz}},
    U_{\mathrm{SNB}})
order: 30
unit: share
range: 0 to 1
direction: higher is riskier
question: Would someone be alone in the whole population?
targets: sampled
levels: table
aggregate: count
link: high
headline: identity
rows: class_sizes
undefined: the table has no records
source: Dankar, El Emam, Neisa and Roffey 2012; Zayatz's estimate where Pitman's is undefined
-#}
