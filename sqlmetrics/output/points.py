"""The known points of people with several records, in sentences."""

from __future__ import annotations

from sqlmetrics.scoring.known_points import EventsKnown
from sqlmetrics.text import counted, number, whole_percent


def points_known(events: EventsKnown | None) -> str:
    """Return what is known, before the names of the columns."""
    return "a person's " if events is None else f"{points_text(events.known)} of a person, that is "


def points_text(known: str) -> str:
    """Return the points that are known in words."""
    if "event" in known:
        return "one event" if known == "1 event" else known
    return {"1": "one point", "all": "all points"}.get(known, f"{known} points")


def events_sentences(events: EventsKnown) -> str:
    """Return how sets of points were looked at, and what was left out."""
    if events.known == "all":
        sentences = ["People whose points are the same are in one class."]
    else:
        sentences = ["Who has fewer points is known by all of them."]
    if events.targets is not None:
        sentences.append(
            f"The points of {counted(events.targets, 'person', 'people')}, drawn at random, were looked at:"
            " low and high are the ends of 95 % intervals; without a score they are its possible range."
        )
    if events.fewest is not None:
        sentences.append(
            f"Some scores rest on {number(events.fewest)} of them, as the points of more have too many candidates."
        )
    return " ".join([*sentences, *nobodys_sentences(events)])


def nobodys_sentences(events: EventsKnown) -> list[str]:
    """Return how many records have no person, if there are any."""
    return [f"Records without a person are left out: {number(events.nobodys)}."] if events.nobodys else []


def unicity_sentence(unicity: float, points: str | None) -> str:
    """Return the share of the people whom a number of points single out."""
    known = points_text(points or "")
    verb = "singles" if known.startswith("one ") else "single"
    return f"{known[:1].upper()}{known[1:]} {verb} out {whole_percent(unicity)} of the people."
