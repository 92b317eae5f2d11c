"""The command line: parses, calls and prints; its modules import late what a command needs.

Not here: anything that a caller in Python lacks. Only this street knows flags.
"""
