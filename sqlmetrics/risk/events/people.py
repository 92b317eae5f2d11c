"""The people of an open relation and their points: counted once, their number, their secrets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlmetrics.engine.engine import count_table
from sqlmetrics.engine.rows import fetch_number, fetch_row
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.events.question import points_entries
from sqlmetrics.risk.events.sets import FEW_POINTS, SCREENED_PAIRS
from sqlmetrics.scoring.known_points import EventCounts, EventFacts
from sqlmetrics.statement.plan import Plan, Target
from sqlmetrics.statement.render import render
from sqlmetrics.text import counted as number_of


@contextmanager
def counted_people(source: Source, plan: Plan) -> Iterator[EventCounts]:
    """Give the count tables of a plan's only target, None where one is not kept."""
    engine, name, from_sql = source
    entries = points_entries(plan, from_sql)
    with count_table(engine, lambda: render("event_counts", entries, True, dialect=engine.dialect), name) as points:
        if plan.targets[0].column is None:
            yield EventCounts(points)
            return
        with count_table(engine, lambda: render("event_value_counts", entries, dialect=engine.dialect), name) as values:
            yield EventCounts(points, values)


def event_facts(
    source: Source, plan: Plan, points: int, *, events: bool = False, counted: str | None = None
) -> EventFacts:
    """Return the people and points of a plan, and what looking at sets of 1 to `points` costs.

    They are sets of `events` where a point may come again.
    """
    engine, name, from_sql = source
    entries = points_entries(plan, from_sql, counted)
    query = render("event_facts", entries, points, events, dialect=engine.dialect)
    return fetch_row(engine, query, name, EventFacts, "plan")


def has_few_points(source: Source, plan: Plan, facts: EventFacts, counted: str | None) -> bool:
    """Return whether the points of people are so few that DuckDB takes them as bits of a number.

    Where they are many, some pairs of a person and a point tell it.
    """
    engine, name, from_sql = source
    if engine.dialect.client != "embedded" or facts.longest > FEW_POINTS:
        return False
    entries = points_entries(plan, from_sql, counted)
    return all(
        fetch_number(engine, render("event_number", entries, most, dialect=engine.dialect), name, "plan") <= FEW_POINTS
        for most in (SCREENED_PAIRS, None)
    )


def check_secret(source: Source, plan: Plan, target: Target, valued: str | None = None) -> None:
    """Raise SpecError where some people have more than one value of a secret.

    The table `valued` has the values of each person, where there is one.
    """
    engine, name, from_sql = source
    query = render("event_several", points_entries(plan, from_sql), valued, dialect=engine.dialect)
    several = fetch_number(engine, query, name, "plan")
    if several:
        raise SpecError(
            f"{number_of(several, 'person', 'people')} of {name} {'has' if several == 1 else 'have'} several values of"
            f" '{target.column}', and what points give away is about one value of each person; name another column in"
            " `sensitive`, or make one value of each person in a view"
        )
