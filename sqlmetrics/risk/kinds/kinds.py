"""Which kind of question a spec asks.

A new kind is a module with its class, and a row of KINDS.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from sqlmetrics.risk.kinds.question import ScoreQuestion
from sqlmetrics.risk.kinds.roles import OfRoles
from sqlmetrics.spec.goes_with import WORDS
from sqlmetrics.spec.roles import specs_of_roles
from sqlmetrics.spec.spec import Spec


class KindRow(NamedTuple):
    """A kind: the words that ask it, as WORDS names them, its module, and its class there."""

    words: tuple[str, ...]
    module: str
    name: str

    def is_asked(self, spec: Spec) -> bool:
        """Return whether a spec has each of the words."""
        return all(WORDS[word].is_asked(spec) for word in self.words)

    @property
    def kind(self) -> Callable[..., ScoreQuestion]:
        """The class, whose module is imported when it is asked."""
        found: Callable[..., ScoreQuestion] = getattr(import_module(f"{__package__}.{self.module}"), self.name)
        return found


KINDS = (
    KindRow(("attackers", "counts"), "counts", "OfCountsOfAttackers"),
    KindRow(("attackers",), "attackers", "OfAttackers"),
    KindRow(("traces",), "traces", "OfTraces"),
    KindRow(("points",), "points", "OfPoints"),
    KindRow(("counts",), "counts", "OfCounts"),
    KindRow(("estimate",), "estimates", "Estimated"),
    KindRow((), "records", "OfRecords"),
)
"""The kinds of questions; a spec asks the first one whose words it has."""

AROUND = (
    KindRow(("intervals",), "intervals", "WithIntervals"),
    KindRow(("previous",), "earlier", "WithEarlier"),
    KindRow(("tables",), "tables", "WithTables"),
    KindRow(("text",), "words", "WithWords"),
)
"""What a question is wrapped in, the innermost first."""


def score_question(spec: Spec) -> ScoreQuestion:
    """Return the question that a spec asks, of each role where it names several."""
    parts = specs_of_roles(spec)
    if parts:
        return OfRoles(spec, {role: score_question(part) for role, part in parts.items()})
    question = next(row for row in KINDS if row.is_asked(spec)).kind(spec)
    for row in AROUND:
        if row.is_asked(spec):
            question = row.kind(spec, question)
    return question
