"""Multidimensional recoding: classes of records that median cuts make, each with its own values.

Not here: recodings of whole columns (`advice.search`), and cells with stars (`advice.local`).
"""
