"""The known points of people with several records, in sentences."""

from __future__ import annotations

from sqlmetrics.risk.events.facts import EventsKnown
from sqlmetrics.text import number


def points_known(events: EventsKnown | None) -> str:
    """Return what is known, before the names of the columns."""
    return "a person's " if events is None else f"{points_text(events.known)} of a person, that is "


def points_text(known: str) -> str:
    """Return the points that are known in words."""
    if known.endswith(" events"):
        return "one event" if known == "1 events" else known
    return {"1": "one point", "all": "all points"}.get(known, f"{known} points")


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
    if events.nobodys:
        sentences.append(f"Records without a person are left out: {number(events.nobodys)}.")
    return " ".join(sentences)


def unicity_sentence(unicity: float, points: str | None) -> str:
    """Return the share of the people whom a number of points single out."""
    what = "A point singles out" if points == "1" else f"{points} points single out"
    return f"{what} {unicity:.0%} of the people."
