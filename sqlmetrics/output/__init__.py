"""Results: reports for people, which `terminal` and `markdown` draw; documents and records for machines.

Not here: any computing of a score, and the choice of a format, which `cli` makes.
"""
