"""Results: reports, which `terminal` and `markdown` draw, and documents and records for machines.

Not here: any computing of a score, and the choice of a format, which `cli` makes.
"""
