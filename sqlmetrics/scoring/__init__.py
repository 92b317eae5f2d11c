"""What questions about a relation are made of: what is asked, counted rows, and records of scores.

Not here: the questions themselves (`risk`), and what columns look like (`columns`).
"""
