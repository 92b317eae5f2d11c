"""The search of a lattice of recodings: which nodes are asked, and what is proven by them.

Not here: the database, which answers (`advice.counts`).
"""
