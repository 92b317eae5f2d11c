{#-
The share of the records that came since the release before, by subtracting its counts, that came
alone in their class.

symbol: alone
title: Newcomers alone
short: Newcomers who came alone to their group
words: several releases, differencing, subtraction, incremental releases
plain: An attacker who subtracts one release's counts from the next ones sees who came. This is the
    share of these whose value is shown, since nobody else came to their group.
formula: n(came alone in their class) / n(came)
tex: \frac{\sum_y [\,c_y = 1\,]}{\sum_y c_y}, \quad c_y = \sum_x \max(n_r(y, x) - n_{r-1}(y, x), 0)
order: 1140
unit: share
range: 0 to 1
direction: higher is riskier
question: What do releases give away together?
targets: releases
levels: table
aggregate: count
link: high
of: together
rows: together
undefined: no counts grew since the release before
source: Byun, Sohn, Bertino and Li 2006, the difference of releases
-#}
