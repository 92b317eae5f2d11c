"""Counts as files: a relation is counted once, and files of counts are added up and scored.

Not here: the statement that counts (`statement`), and scores of records (`risk.score`).
"""
