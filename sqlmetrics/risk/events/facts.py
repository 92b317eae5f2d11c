"""What scores of events rest on: the known points, and the people who were looked for."""

from __future__ import annotations

from typing import NamedTuple


class EventsKnown(NamedTuple):
    """The points of a person that are `known`, and what the scores of them leave out.

    `targets` are the people who were drawn, None where every set of points was looked at. `nobodys`
    are the records without a person. `fewest` are the people of the scores that rest on the fewest,
    where these have so many candidates that fewer people were looked for.
    """

    known: str
    targets: int | None
    nobodys: int
    fewest: int | None = None


class EventFacts(NamedTuple):
    """The row of `event_facts`: people and their points, what looking at all costs, and NULLs."""

    people: int
    events: int
    longest: int
    sets: float
    nobodys: int
