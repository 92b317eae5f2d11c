"""Random specs, relations, names, values and flags, and what holds for every command line."""
