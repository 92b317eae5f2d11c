{#-
The same share of the runs of n words of at most k people of a control group, and of nobody of the
original: what is repeated though it was never read.

symbol: by chance
title: Runs of strangers that are repeated
plain: The share of the runs of words of people outside the data that the generated texts repeat all the
    same, as people write alike. What is repeated beyond it was learnt.
formula: repeated_ngrams of the control group
tex: \frac{\left| \{ g \in G : c_C(g) \leq k \} \right|}{\left| \{ g : c_C(g) \leq k \} \right|}
order: 772
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
needs: control
undefined: no few people of the control group have a run of n words alone, or none is generated
source: Carlini et al. 2021 (k-eidetic memorization)
-#}
