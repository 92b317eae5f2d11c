"""The forms of each kind of result, and how it is drawn; `output.shown` finds them by the kind.

Not here: the renderers, and what all kinds of results share (`output`).
"""
