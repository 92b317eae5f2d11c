"""Scores held to thresholds: checks, jobs of several specs, their histories and trends.

Not here: how a score comes about (`risk`), and reports of a run (`output`).
"""
