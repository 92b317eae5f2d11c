"""Certificates: all that a report says, as data, for everybody or with values.

Not here: scores (`risk`), verdicts (`gate`), and how a certificate is drawn (`output.page`).
"""
