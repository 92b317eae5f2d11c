"""Files: which ones a name means, which ones a run reads, and how results are put in their place.

Not here: what is in them (`engine.reading`), and which folders are tables with a log (`lakes`).
"""
