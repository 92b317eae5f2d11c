{#-
The share of the runs of n words of at most k people of the original, and of nobody of a control group, that
the generated texts repeat.

symbol: repeated
title: Runs of few people that are repeated
plain: Of the runs of words that only one person wrote, or only a few did, the share that the generated texts
    repeat. Compare it with the share by chance.
formula: |{g: people(g) <= k, g is generated}| / |{g: people(g) <= k}|
tex: \frac{\left| \{ g \in G : c(g) \leq k \} \right|}{\left| \{ g : c(g) \leq k \} \right|}
order: 771
unit: share
range: 0 to 1
direction: higher is riskier
question: Does a generated text repeat people's words?
targets: attack
levels: table
aggregate: count
link: medium
of: repetition
rows: repeated_texts
undefined: no few people have a run of n words alone, or none is generated
source: Carlini et al. 2021 (k-eidetic memorization)
-#}
