"""The linkage of a file with errors to releases, by weights of agreement.

Not here: links by equal keys, an attack of `gda` (`linkability`).
"""
