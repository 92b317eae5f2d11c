"""The utility of releases: columns, queries, predictions, and the trade-off with risk.

Not here: attackers (`release.attack`), and plots and tables (`output`).
"""
