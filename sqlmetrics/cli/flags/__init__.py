"""The flags of all commands, each declared once, in a module for each group of commands.

Not here: what becomes of a flag's value (`cli.shared` and the commands).
"""
