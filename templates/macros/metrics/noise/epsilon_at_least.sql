{#-
The least epsilon of differential privacy that is consistent with the guesses of the coins of
canaries from noisy answers.

symbol: eps of answers
title: Lower bound of the epsilon of noisy answers
also: claimed epsilon
words: privacy audit, canaries, noisy answers
short: Least epsilon of noisy answers
plain: The epsilon of the noisy answers is at least this, with 95% confidence. A claim below it is
    refuted; one above it is not refuted, which does not confirm it.
formula: the largest epsilon with P(B >= right guesses) <= 5 %, where B is a binomial number of the
    guesses with share e^epsilon / (1 + e^epsilon); with a delta a correction is added
tex: \max\{\varepsilon : P(B \ge v) \le 0.05\},\ B \sim \mathrm{Bin}\left(r,
    \frac{e^\varepsilon}{1 + e^\varepsilon}\right)
order: 1290
unit: nats
range: 0 to inf
direction: higher is riskier
question: Do noisy answers honour their epsilon?
targets: noise
levels: table
aggregate: worst
link: weak
of: noise
rows: canary_answers
source: Steinke, Nasr and Jagielski 2023, Privacy Auditing with One (1) Training Run
-#}
