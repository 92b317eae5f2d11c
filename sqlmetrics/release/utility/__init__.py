"""What releases are still good for: columns, queries, predictions, and the trade against risk.

Not here: attackers (`release.attack`), and plots and tables (`output`).
"""
