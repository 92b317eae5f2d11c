"""Whether a claimed epsilon is honoured: canaries, their coins, and the audit of an answer."""
