"""Files become rows: each is looked at, read whole, and proven to be all that is there.

Not here: which files a path names (`listing`), what says how they are written (`spec`), and the
text of a FROM clause (`statement`).
"""
