{#-
The share of the people whom some known points of theirs single out: nobody else has all of them.

symbol: unicity
words: trajectory, trace, mobility, event log, transactions
title: Unicity
short: People whom known points single out
plain: The share of people who are the only ones with some points of theirs, such as four places and
    hours, whichever points an attacker happens to know.
formula: the mean over people of the share of their sets of p points that nobody else has
tex: \frac{1}{N} \sum_i \frac{|\{ K \subseteq T_i : |K| = p, \; k(K) = 1 \}|}{\binom{|T_i|}{p}}
order: 16
unit: share
range: 0 to 1
direction: higher is riskier
question: Can someone be singled out?
targets: events
levels: table
aggregate: average
link: high
known: yes
headline: identity
rows: event_identity
source: de Montjoye and others 2013. Who has fewer than p points is known by all of them, as in
    scikit-mobility
-#}
