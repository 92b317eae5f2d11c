"""The known points of people with several records, in sentences."""

from __future__ import annotations

from sqlmetrics.risk.events.facts import EventsKnown
from sqlmetrics.text import number


def points_known(events: EventsKnown | None) -> str:
    """Return what is known, before the names of the columns."""
    if events is None:
        return "a person's "
    words = {"1": "one point", "all": "all points", "1 events": "one event"}
    points = words.get(events.known, events.known if " " in events.known else f"{events.known} points")
    return f"{points} of a person, that is "


def events_sentences(events: EventsKnown) -> str:
    """Return how sets of points were looked at, and what was left out."""
    if events.known == "all":
        sentences = ["People whose points are the same are in one class."]
    else:
        sentences = ["Who has fewer points is known by all of them."]
    if events.targets is not None:
        sentences.append(
            f"The points of {number(events.targets)} people, drawn at random, were looked at: low and high are the"
            " ends of 95 % intervals; without a score they are its possible range."
        )
        if events.fewest is not None:
            sentences.append(
                f"Of some scores they are {number(events.fewest)}, since the candidates for more would be too many."
            )
    if events.nobodys:
        sentences.append(f"Records without a person are left out: {number(events.nobodys)}.")
    return " ".join(sentences)


def unicity_sentence(unicity: float, points: str | None) -> str:
    """Return the share of the people whom a number of points single out."""
    one = {"1": "A point singles out", "1 events": "An event singles out"}
    what = one.get(points or "", f"{points} single out" if " " in (points or "") else f"{points} points single out")
    return f"{what} {unicity:.0%} of the people."
