"""The panels of the help: of commands by what they are for, of flags by what they say."""

from __future__ import annotations

COMMANDS = {
    "Start here": {"init": "init", "score": "score", "metrics": "relation"},
    "Look closer": {
        "classes": "relation",
        "subsets": "combinations",
        "suda": "combinations",
        "baseline": "relation",
        "posterior": "relation",
        "records": "relation",
    },
    "Compare releases": {
        "attacks": "attacks",
        "gda": "attacks",
        "closeness": "attacks",
        "utility": "utility",
        "tradeoff": "utility",
    },
    "Gate and follow": {"check": "gate", "advise": "advice", "run": "gate", "history": "gate", "diff": "gate"},
    "Report to people": {"report": "report", "verify": "report", "read": "report"},
    "SQL and counts": {"sql": "score", "count": "relation"},
    "About": {"info": "about", "schema": "about"},
}
"""The commands of each panel, in the order in which the help shows them, and their modules."""

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
