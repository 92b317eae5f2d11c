"""What follows from published tables of counts though cells are hidden or rounded in them.

Not here: tables that are made from records at hand, whose small cells `risk/outputs.py` finds.
"""
