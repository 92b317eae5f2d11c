"""Questions of scores by their kinds: each answers, prints and explains itself.

Not here: how scores are computed from a relation that is open (`risk.open_scores`).
"""
