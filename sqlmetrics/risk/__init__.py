"""The questions about one relation: scores of every kind, classes, records, baseline, outputs.

Not here: what they are made of (`scoring`), what takes a release and its original (`release`),
thresholds (`gate`), tables (`output`).
"""
