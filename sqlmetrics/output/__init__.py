"""Results: reports for people, and documents and records for machines.

`terminal` and `markdown` draw a report.

Not here: any computing of a score, and the choice of a format, which `cli` makes.
"""
