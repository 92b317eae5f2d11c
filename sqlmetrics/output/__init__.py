"""Results: reports that are drawn for people, and documents and records for machines.

Not here: any computing of a score, and the choice of a format, which `cli` makes.
"""
