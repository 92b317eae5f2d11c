"""The words of the desk that several of its pages have."""

from __future__ import annotations

from sqlmetrics.output.page.language import counted_things


def people_or_records(number: int, people: str) -> str:
    """Return a number of people, or of records where these are the word for who is counted."""
    return counted_things(number, "person", "people") if people == "people" else counted_things(number, "record")
