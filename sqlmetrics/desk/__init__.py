"""The desk: a page in the browser, from a table to its release.

Not here: what a release gives away, and what would pass, which `advice` and `gate` say.
"""
