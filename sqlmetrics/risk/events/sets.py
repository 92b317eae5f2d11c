"""The sets of points that are looked at: all where they are few, or those of drawn people."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.risk.events.facts import EventFacts
from sqlmetrics.spec.spec import Spec

ALL_SETS = 10_000_000
"""The most sets of points that are all looked at; of more, people are drawn."""

DRAWN = 1000
"""The people who are drawn, unless `targets` says another number."""

WORK = 200_000_000
"""The most candidates that are looked at; where there may be more, fewer people are drawn."""

FEWEST = 100
"""The fewest people who are drawn, whatever they cost."""


class Sets(NamedTuple):
    """The sets of points that are looked at: all, or those drawn of people, of all or of some."""

    drawn: bool
    targets: int | None = None

    def people(self, people: int) -> int | None:
        """Return how many of the people are drawn, None where all sets are looked at."""
        return None if not self.drawn else min(people, self.targets or people)


def wanted_sets(spec: Spec, facts: EventFacts) -> Sets:
    """Return the sets that are looked at: all where they are few, unless people are drawn."""
    if isinstance(spec.targets, int):
        return Sets(drawn=True, targets=spec.targets)
    if facts.sets <= ALL_SETS:
        return Sets(drawn=False)
    return Sets(drawn=True, targets=None if spec.targets == "all" else DRAWN)


def unopened_sets(spec: Spec) -> Sets:
    """Return the sets that a printed statement looks at: with `targets: all` every set."""
    return Sets(drawn=False) if spec.targets == "all" else Sets(drawn=True, targets=spec.targets or DRAWN)


def narrowed(sets: Sets, facts: EventFacts) -> Sets:
    """Return the sets with fewer people where the candidates of all would be too many."""
    if not sets.drawn or sets.targets is None or sets.targets * facts.holders <= WORK:
        return sets
    return sets._replace(targets=max(FEWEST, int(WORK / facts.holders)))
