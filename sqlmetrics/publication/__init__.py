"""A release that is written: the table of a spec with its certificate, once it keeps its limits.

What a release is, before it is written, is `advice/planned.py`.
"""
