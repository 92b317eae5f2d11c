"""Combinations of quasi-identifiers: the risk of every subset, and the minimal uniques of SUDA.

Not here: scores of one set of quasi-identifiers (`risk.score`), and their tables (`output`).
"""
