{#-
The estimated share of the population whose people are alone in their class there, by Zayatz:
from the probability that a class of one record in the sample is one of one person.

symbol: pop. unique (Zayatz)
title: Population uniqueness by Zayatz
short: People who are alone in the whole population, by Zayatz
plain: An estimate of the share of the whole population whose people are alone in their group
    there. 0.1 means one person in ten can be told apart by the known columns.
formula: (f_1 / n) c, with c = P(a class of one in the sample is one of one in the population)
tex: \frac{f_1}{n} \, c
order: 31
unit: share
range: 0 to 1
direction: higher is riskier
question: Would someone be alone in the whole population?
targets: sampled
levels: table
rows: class_sizes
undefined: the table has no records
source: Zayatz 1991; as in ARX
-#}
