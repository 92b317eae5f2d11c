"""What generated texts repeat of the texts that a model was trained on.

Not here: how words single people out (`risk/events`), and distances of records (`closeness`).
"""
