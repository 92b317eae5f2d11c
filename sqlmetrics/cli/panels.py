"""The panels of the help: of commands by what they are for, of flags by what they say."""

from __future__ import annotations

COMMANDS = {
    "Start here": ("init", "score", "metrics"),
    "Look closer": ("classes", "subsets", "suda", "baseline", "posterior", "records"),
    "Compare releases": ("attacks", "gda", "closeness", "utility", "tradeoff"),
    "Gate and follow": ("check", "advise", "run", "history", "diff"),
    "Report to people": ("report", "verify", "read"),
    "SQL and counts": ("sql", "count"),
    "About": ("info", "schema"),
}
"""The commands of each panel, in the order in which the help shows them."""

UNLISTED = "Others"
"""The panel of commands that have none above."""

ASKED = "What is asked"
COUNTED = "How records count"
RECODED = "Recoding"
ATTACKER = "The attacker"
LEARNT = "What is learnt"
GATE = "The gate and its history"
PLACE = "Where the data is"
OUTPUT = "What comes out"
STATEMENT = "The statement"
RUN = "The run"
OTHERS = "Help"

FLAGS = (ASKED, COUNTED, RECODED, ATTACKER, LEARNT, GATE, PLACE, OUTPUT, STATEMENT, RUN, OTHERS)
"""The panels of flags, in the order in which the help shows them."""


def panel_of(command: str) -> str:
    """Return the panel of a command."""
    return next((panel for panel, names in COMMANDS.items() if command in names), UNLISTED)
