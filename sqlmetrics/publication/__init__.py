"""Publication: the release of a spec, planned, and written with its certificate where it passes.

Not here: which levels pass (`advice`), and releases of others beside their original (`release`).
"""
