{#-
The estimated share of the population whose people are alone in their class there, by the model of
Ewens and Pitman with the parameters that make the sizes of the sample's classes the most likely.

symbol: pop. unique (Pitman)
title: Population uniqueness by Pitman
short: People alone in the whole population, by Pitman
plain: An estimate of the share of the whole population whose people are alone in their group
    there. It often comes closest where the table is a tenth of the population or less.
formula: U = G(t + 1)/G(t + a) N^(a - 1), 0 < a < 1 and t > -a the most likely
tex: U = \frac{\Gamma(\theta + 1)}{\Gamma(\theta + \alpha)} \, N^{\alpha - 1}
order: 31
unit: share
range: 0 to 1
direction: higher is riskier
question: Would someone be alone in the whole population?
targets: sampled
levels: table
aggregate: count
link: high
rows: class_sizes
undefined: no such model is the most likely: everybody is alone, or groups differ little in size
source: Hoshino 2001, at most 1; as in ARX; G is the gamma function, N the people of the population
-#}
