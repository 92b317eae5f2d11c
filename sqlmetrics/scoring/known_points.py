"""What scores of events rest on: the known points, the people who were looked for, their counts."""

from __future__ import annotations

from typing import NamedTuple


class EventsKnown(NamedTuple):
    """The points of a person that are `known`, and what the scores of them leave out.

    `targets` are the people who were drawn, None where every set of points was looked at. `nobodys`
    are the records without a person. Where people have too many candidates, some scores rest on
    fewer people, at least on `fewest`.
    """

    known: str
    targets: int | None
    nobodys: int
    fewest: int | None = None


class EventFacts(NamedTuple):
    """The row of `event_facts`: people and their points, what looking at all costs, and NULLs."""

    people: int
    longest: int
    sets: float
    nobodys: int


class EventCounts(NamedTuple):
    """The count tables of people: of their points, and of their values of a secret, if any."""

    points: str | None = None
    values: str | None = None


NOT_COUNTED = EventCounts()
"""No table is kept."""
