"""The disclosure risk of one relation: scores, classes, records, baseline, profile.

Not here: what takes a release and its original (`release`), thresholds (`gate`), tables (`output`).
"""
