"""Results for people and machines: terminal, Markdown, CSV, JSON, Parquet, plots, progress.

Not here: any computing of a score, and the choice of a format, which `cli` makes.
"""
