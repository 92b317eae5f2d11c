"""How close releases are to their original, and whether closeness gives members away.

Not here: what the nearest record tells of a person, an attack of `gda` (`inference`).
"""
