"""The words of the desk that several of its pages have."""

from __future__ import annotations

from sqlmetrics.advice.generalizations import Generalization
from sqlmetrics.desk.counted import step_name
from sqlmetrics.output.assertions import Grounds, are_counted
from sqlmetrics.output.page.language import counted_things, figures, numbered_wording, wording
from sqlmetrics.output.page.words import percent


def people_or_records(number: int, people: str) -> str:
    """Return a number of people, or of records where these are the word for who is counted."""
    return counted_things(number, "person", "people") if people == "people" else counted_things(number, "record")


def with_share(number: int, everybody: int) -> str:
    """Return a number of people with their share of all."""
    return f"{figures(number, ',')} ({percent(number / everybody)})"


def people_word(people: str) -> str:
    """Return the word for who is counted."""
    return wording("people") if people == "people" else wording("records")


def more_columns(number: int) -> Grounds | None:
    """Return how many more columns there are than a page lists, None where there are not."""
    return Grounds({"more_columns": number}, are_counted) if number > 0 else None


def step_text(column: Generalization, level: int) -> str:
    """Return what a level is called on its step, in the language of the page."""
    return numbered_wording(step_name(column, level))
