{#-
The estimated share of the population whose people are alone in their class there, by Zayatz: from
the probability that a class with one record in the sample has one person in the population.

symbol: pop. unique (Zayatz)
title: Population uniqueness by Zayatz
short: People alone in the whole population, by Zayatz
plain: An estimate of the share of the whole population whose people are alone in their group
    there. 0.1 means that one person in ten can be told apart by the known columns.
formula: U = f_1/n * f_1 P(1) / sum over s of f_s P(s), P(s) = P(1 of s people is drawn)
tex: U = \frac{f_1}{n} \, \frac{f_1 P(1)}{\sum\limits_s f_s P(s)}, \;
    P(s) = s \binom{N - s}{n - 1} \binom{N}{n}^{-1}
order: 32
unit: share
range: 0 to 1
direction: higher is riskier
question: Would someone be alone in the whole population?
targets: sampled
levels: table
aggregate: count
link: high
rows: class_sizes
undefined: the table has no records
source: Zayatz 1991; as in ARX; f_s of the sample's n people are in classes of s, N in the population
-#}
