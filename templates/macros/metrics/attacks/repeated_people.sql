{#-
The share of the original's people with a run of n words that the generated texts repeat, and that at most k
people have and nobody of a control group.

symbol: people
title: People whose runs are repeated
plain: The share of the people in the data who alone wrote something, or with a few others, that the
    generated texts repeat.
formula: |{people with a repeated g: people(g) <= k}| / |{people}|
tex: \frac{\left| \{ p : \exists g \in G \cap p, c(g) \leq k \} \right|}{N}
order: 773
unit: share
range: 0 to 1
direction: higher is riskier
question: Does a generated text repeat people's words?
targets: attack
levels: table
aggregate: count
link: high
of: repetition
rows: repeated_texts
undefined: the original has no people, or no run of n words is generated
source: Carlini et al. 2021 (k-eidetic memorization)
-#}
