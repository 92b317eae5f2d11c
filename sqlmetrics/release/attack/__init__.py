"""Attacks on releases: five for the Discrimination Rate, more for the GDA Score, and your own.

Not here: what releases are still good for (`release.utility`), and tables of scores (`output`).
"""
