"""Text becomes rows: sources are opened, columns described, statements run within their limits.

Not here: what is measured (`risk`, `release`) and what is shown (`output`); only this street
imports DuckDB and drivers.
"""
