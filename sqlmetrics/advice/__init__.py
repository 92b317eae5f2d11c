"""Advice: the recoding with the least loss whose scores keep the thresholds, found in the database.

Not here: scores of a recoding that is given (`risk`), and what a release is still good for
(`release.utility`).
"""
