{#-
The estimated share of the population whose people are alone in their class there, by the slide
negative binomial model, which gives the sample as many classes of one and two records as it has.

symbol: pop. unique (SNB)
title: Population uniqueness by the slide negative binomial model
short: People alone in the whole population, by the SNB model
plain: An estimate of the share of the whole population whose people are alone in their group
    there. It rests on the groups of one and of two people in the table.
formula: U = K b^a / N; K by Shlosser, a and b from f_1 and f_2
tex: U = \frac{K \beta^\alpha}{N}
order: 33
unit: share
range: 0 to 1
direction: higher is riskier
question: Would someone be alone in the whole population?
targets: sampled
levels: table
aggregate: count
link: high
rows: class_sizes
undefined: no model of this kind has as many groups of one and of two people as the table
source: Chen and Keller-McNulty 1998; K by Haas and Stokes 1998, at most 1; N people of the population
-#}
