"""Local suppression: cells are starred where whole records would be suppressed.

Not here: recodings of whole columns (`advice.search`).
"""
