{#-
The least number of known points that single out a share of the people, by default half of them.

symbol: points
title: Points to single out
short: Points that single people out
plain: How many points of a person an attacker must know until half of the people are the only ones
    who have all of theirs.
formula: the least p with unicity(p) at or above share
tex: \min \{ p : \mathrm{unicity}(p) \ge s \}
order: 17
unit: points
range: 1 or more
direction: higher is safer
question: Can someone be singled out?
targets: events
levels: table
aggregate: average
link: medium
known: yes
headline: identity
parameters: share = 0.5
undefined: the known points single out a smaller share
rows: event_identity
source: de Montjoye and others 2013, by the number of points in place of the share
-#}
