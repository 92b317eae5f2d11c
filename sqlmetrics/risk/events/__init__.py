"""People with several records: what some points of a person, or the whole trace, give away.

Not here: scores that take the records of a person one by one (`risk.score`).
"""
