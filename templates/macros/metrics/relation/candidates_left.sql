{#-
The fewest values of a sensitive attribute that the classes of a person leave, in all releases that the person is in.

symbol: left
title: Values left
short: Values left by several releases
words: several releases, intersection, sequential releases, monthly releases, republication, longitudinal data,
    composition attack, m-invariance
plain: An attacker who knows a person's class in each release crosses out the values that one of the classes lacks. This
    is the fewest values left to anybody. 1 means that somebody's value is known.
formula: min over people of |the intersection of the values of their classes|
tex: \min_i |\bigcap_r S_r(y_{ir})|
order: 1100
unit: values
range: at least 1
direction: higher is safer
question: What do releases give away together?
targets: releases
levels: table
of: together
rows: together
undefined: nobody can be followed through several releases
source: Ganta, Kasiviswanathan and Smith 2008
-#}
