"""Estimates of scores, with 95 % intervals, from a sample of classes that are each counted whole.

Not here: what a sample says of a population (`risk.sample`), and the intervals of a relation that
is a sample of records (`risk.intervals`).
"""
