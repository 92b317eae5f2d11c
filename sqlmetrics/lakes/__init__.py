"""Tables with a log: which folders are some, and their live files and deleted rows at a version.

Not here: their rows, which `engine.reading.lake_rows` reads.
"""
