"""The view of a recoding: its query, its text for others, its specs, and the proof that it passes.

Not here: starred cells (`advice.local`).
"""
