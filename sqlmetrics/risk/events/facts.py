"""What scores of events rest on: the known points, and the people who were looked for."""

from __future__ import annotations

from typing import NamedTuple


class EventsKnown(NamedTuple):
    """The points of a person that are `known`, and what the scores of them leave out.

    `targets` are the people who were drawn, None where every set of points was looked at. `nobodys`
    are the records without a person. `points` are the distinct points of all people.
    """

    known: str
    targets: int | None
    nobodys: int
    points: int


class EventFacts(NamedTuple):
    """The row of `event_facts`: people and their points, what looking at all costs, and NULLs."""

    people: int
    events: int
    points: int
    longest: int
    sets: float
    holders: float
    nobodys: int
