"""A Spec becomes a Plan, and a Plan the text of a statement in a dialect, from the macros.

Not here: connections and rows (`engine`); whatever prints SQL needs no database for it.
"""
