"""Tables with a log: what they are, and their live files and deleted rows at a version.

The packages of the extra [lake] read the logs. DuckDB reads the files; see the engine's
`reading.lake_rows`.
"""
