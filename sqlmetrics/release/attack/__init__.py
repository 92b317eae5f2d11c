"""Attacks on releases: the five of the Discrimination Rate, those of the GDA Score, and your own.

Not here: what releases are still good for (`release.utility`), and tables of scores (`output`).
"""
