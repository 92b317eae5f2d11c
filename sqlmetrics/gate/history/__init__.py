"""Past scores and verdicts, in a DuckDB file, a folder of Parquet files or a server's table.

Not here: what changed between runs (`gate.trend`), and when a run fails (`gate.thresholds`).
"""
