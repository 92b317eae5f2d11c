"""The sets of points that are looked at: all where they are few, or some of drawn people."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.risk.events.facts import EventFacts
from sqlmetrics.spec.spec import KnownSpec, Spec

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


class Sets(NamedTuple):
    """The sets of points that are looked at: all, or those drawn of people, of all or of some.

    They are sets of `events` where a point may come again.
    """

    drawn: bool
    targets: int | None = None
    events: bool = False


def wanted_sets(spec: Spec, facts: EventFacts) -> Sets:
    """Return the sets that are looked at: all where they are few, unless people are drawn."""
    events = isinstance(spec.known, KnownSpec)
    if isinstance(spec.targets, int):
        return Sets(True, spec.targets, events)
    if facts.sets <= ALL_SETS:
        return Sets(False, None, events)
    return Sets(True, None if spec.targets == "all" else DRAWN, events)


def unopened_sets(spec: Spec) -> Sets:
    """Return the sets that a printed statement looks at: with `targets: all` every set."""
    events = isinstance(spec.known, KnownSpec)
    return Sets(False, None, events) if spec.targets == "all" else Sets(True, spec.targets or DRAWN, events)
