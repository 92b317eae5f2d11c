"""How much several releases of the same people give away together.

Not here: one release beside its original (`discrimination`), and known points (`risk/events`).
"""
