"""Nodes of a lattice asked of coded counts, in the database: conditions, bounds, scores.

Not here: which nodes are asked (`advice.search`).
"""
