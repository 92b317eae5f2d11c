"""Publication: the release of a spec, written with its certificate once it keeps its limits.

Not here: what the release is before it is written (`advice.planned`), and releases of others beside
their original (`release`).
"""
