"""All minimal recodings that pass, with their scores, and their worth to classifiers.

Not here: the steering that finds them (`advice.search.sweep`).
"""
