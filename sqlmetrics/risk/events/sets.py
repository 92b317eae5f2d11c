"""The sets of points that are looked at: all where they are few, or some of drawn people."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.scoring.known_points import EventFacts
from sqlmetrics.spec.spec import Spec

ALL_SETS = 10_000_000
"""The most sets of points that are all looked at; of more, people are drawn."""

DRAWN = 1000
"""The people who are drawn, unless `targets` says another number."""

WORK = 200_000_000
"""The most candidates that are looked at; where there may be more, fewer people are drawn."""

WORK_OF_SECRETS = 30_000_000
"""The same for a secret, whose candidates take three times the time and four times the memory."""

FEWEST = 100
"""The fewest people who are drawn, whatever they cost."""

FEW_POINTS = 62
"""The most points that are each a bit of a number."""

SCREENED_PAIRS = 100_000
"""The number of pairs of a person and a point that tell, in most tables, that points are many."""


class Sets(NamedTuple):
    """The sets of points that are looked at: all, or those drawn of people, of all or of some.

    They are sets of `events` where a point may come again.
    """

    drawn: bool
    targets: int | None = None
    events: bool = False

    @property
    def label(self) -> str:
        """The sets for a reader."""
        if not self.drawn:
            return "every set of points"
        return f"the drawn points of {'everybody' if self.targets is None else f'{self.targets:,} drawn people'}"


def wanted_sets(spec: Spec, facts: EventFacts | None = None) -> Sets:
    """Return the sets that are looked at: all where they are few, unless people are drawn.

    Without the facts of a relation, they are all of them with `targets: all`.
    """
    events = spec.known_events is not None
    if isinstance(spec.targets, int):
        return Sets(True, spec.targets, events)
    if spec.targets == "all" if facts is None else facts.sets <= ALL_SETS:
        return Sets(False, None, events)
    return Sets(True, None if spec.targets == "all" else DRAWN, events)
