{#-
The fewest values of a sensitive attribute that the classes of a person leave, in all releases that
the person is in.

symbol: left
title: Values left
short: Values left by several releases
words: several releases, intersection, sequential releases, monthly releases, republication,
    longitudinal data, composition attack, m-invariance
plain: The fewest values that are left to anybody once an attacker crosses out each value that the
    person's group lacks in one of the releases. 1 means that somebody's value is known.
formula: min over people of |the intersection of the values of their classes|
tex: \min\limits_i |\bigcap_r S_r(y_{ir})|
order: 1100
unit: values
range: at least 1
direction: higher is safer
question: What do releases give away together?
targets: releases
levels: table
aggregate: worst
link: medium
of: together
rows: together
undefined: nobody can be followed through several releases
source: Ganta, Kasiviswanathan and Smith 2008
-#}
