"""What follows from published counts: from tables with hidden cells, and from answers to queries.

Not here: tables that are made from records at hand, whose small cells `risk/outputs.py` finds.
"""
