"""Whether a claimed epsilon is honoured: canaries, their coins, and the audit of an answer.

Not here: mechanisms that add noise, and the least epsilon of an attack on a release (`closeness`).
"""
