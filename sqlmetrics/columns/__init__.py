"""What columns look like, from names and a sample of values; roles, levels and a spec to propose.

Not here: metrics, which count in the database and need no sample (`scoring`, `risk`); roles as a
spec has them (`spec`).
"""
