{#-
How often the best guess of a person's sensitive attribute is right, from all classes of the person
or from the surest one, whichever is right more often.

symbol: guessed
title: Guessed from releases
short: Values guessed from several releases
words: several releases, intersection, composition attack
plain: The share of the people whose value an attacker guesses rightly who weighs what all releases
    show of their groups.
formula: the share of people whose value is argmax over x of q(x) prod over releases of p(x | class)
    / q_r(x), where q_r is a release's share of x and q their geometric mean; or by the surest class
    alone, if that is more (of equal ones, the class of the earlier release)
tex: \frac{1}{N} \sum_i [\,x_i = \mathrm{argmax}_x \; q(x) \prod_r p_r(x|y_{ir}) / q_r(x)\,], \; q =
    (\prod_r q_r)^{1/R}
order: 1120
unit: share
range: 0 to 1
direction: higher is riskier
question: What do releases give away together?
targets: releases
levels: table
aggregate: average
link: high
of: together
rows: together
undefined: nobody can be followed through several releases
source: the composition attack of Ganta, Kasiviswanathan and Smith 2008, measured by its guesses.
    The product of classes is a belief that counts shared evidence twice, so no rate is made of it
-#}
