"""The panels of the help: of commands by what they are for, of flags by what they say."""

from __future__ import annotations

START = "Start here"
LOOK = "Look closer"
RELEASES = "Compare releases"
FOLLOW = "Gate and follow"
REPORT = "Report to people"
SQL = "SQL and counts"
ABOUT = "About"

COMMANDS = (START, LOOK, RELEASES, FOLLOW, REPORT, SQL, ABOUT)
"""The panels of commands, in the order in which the help shows them."""

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

PANELS = (ASKED, COUNTED, RECODED, ATTACKER, LEARNT, GATE, PLACE, OUTPUT, STATEMENT, RUN, OTHERS)
"""The panels of flags, in the order in which the help shows them."""
