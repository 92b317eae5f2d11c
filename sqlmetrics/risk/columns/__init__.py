"""What a relation's columns look like: kinds, from names and a sample of values.

Not here: metrics, which count in the database and need no sample (`risk`); roles as a spec has
them (`spec`).
"""
