"""Intervals of the scores of a relation that is a sample, from the counts that were scored.

Not here: the words that ask for them (`spec.spec`), and intervals of attacks (`release`).
"""
