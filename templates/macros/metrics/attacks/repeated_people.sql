{#-
The share of the people of the original of whose runs of n words, had by at most k people and by nobody of a
control group, the generated texts repeat one.

symbol: people
title: People whose runs are repeated
plain: The share of the people in the data of whom the generated texts repeat something that only they wrote, or
    only a few did.
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
