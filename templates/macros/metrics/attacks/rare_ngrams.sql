{#-
The share of the distinct runs of n words in the original's texts that at most k people have, and nobody of
a control group.

symbol: rare
title: Runs of words of few people
plain: The share of all runs of words in the texts that only one person wrote, or only a few did. A model that
    repeats such a run repeats something of that person.
formula: |{g: people(g) <= k}| / |{g}|
tex: \frac{\left| \{ g : c(g) \leq k \} \right|}{\left| \{ g \} \right|}
order: 770
unit: share
range: 0 to 1
direction: higher is riskier
question: Does a generated text repeat people's words?
targets: attack
levels: table
aggregate: count
link: weak
of: repetition
rows: repeated_texts
undefined: the original has no run of n words
source: Carlini et al. 2021 (k-eidetic memorization)
-#}
