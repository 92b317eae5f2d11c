"""How the classes of a relation lie: people by the size of their class, and by how sure a guess is.

These are the figures of a report beside the scores. They are read from the same counts, in one
statement, and hold no value of the data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import PlanEntries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render

SURE = 0.9
"""The certainty above which a guess counts as sure where no threshold says so."""

LARGEST = 100
"""The largest size of classes that are a band of their own, unless a limit is larger."""

EXPOSED = 5
"""The number of single classes in which a guess is surest."""


class Band(NamedTuple):
    """Classes of one band: from which size, or tenth of certainty, how many, and their people."""

    low: int
    classes: int
    people: int


class Exposed(NamedTuple):
    """A class in which the best guess is among the surest: its people, and how sure it is."""

    people: int
    certainty: float


@dataclass(frozen=True)
class Guesses:
    """How sure the best guess of one sensitive attribute is.

    `tenths` are the people of classes of at least `least` people by the certainty of the guess: a
    band of 9 is from 0.9 to 1. `small` are the people of smaller classes. `sure` are all people for
    whom it is above the `limit`. `exposed` are the surest classes of at least `least` people.
    """

    target: str
    partition: str | None
    limit: float
    tenths: tuple[Band, ...]
    small: Band
    sure: Band
    exposed: tuple[Exposed, ...]


@dataclass(frozen=True)
class ClassBands:
    """How the classes of a relation lie.

    `sizes` has the people by the size of their class, exactly up to `largest`, and then in bands
    that begin with the next size, 500 and 1000. Classes smaller than `least` are shown only as one
    sum.
    """

    least: int
    largest: int
    sizes: tuple[Band, ...]
    guesses: tuple[Guesses, ...]


class BandRow(NamedTuple):
    """A row of the macro `class_bands`."""

    target_number: int
    kind: str
    band: int
    classes: int
    people: int
    share: float | None


def bands_plan(plan: Plan) -> Plan:
    """Return a plan with the metrics that bands need, of the same targets."""
    of_people = ["posterior_accuracy"] if plan.individual is not None else []
    names = ["k_anonymity", *(["alpha_k_anonymity", *of_people] if plan.attributes else [])]
    return replace(plan, metrics=tuple(catalogue()[name] for name in names), level="table", limit=None, numbered=False)


def bands_query(
    plan: Plan, entries: PlanEntries, least: int, limits: Mapping[str | None, float], dialect: Dialect
) -> tuple[str, dict[int, float]]:
    """Return the statement of a plan's bands, and the limit of certainty of each target's number.

    `limits` has the limits of targets by name, and under None the limit of all others; SURE is the
    default.
    """
    default = limits.get(None, SURE)
    sure = {number: limits.get(target.name, default) for number, target in enumerate(plan.targets)}
    texts = {number: repr(limit) for number, limit in sure.items()}
    return render("class_bands", entries, least, largest(least), texts, EXPOSED, dialect=dialect), sure


def largest(least: int) -> int:
    """Return the largest size that is a band of its own, where that many people are wanted."""
    return max(LARGEST, least)


def class_bands(
    engine: Engine, plan: Plan, entries: PlanEntries, name: str, least: int, limits: Mapping[str | None, float]
) -> ClassBands:
    """Return how the classes of a plan lie. Raises QueryError where the engine fails."""
    query, sure = bands_query(plan, entries, least, limits, engine.dialect)
    rows = fetch_rows(engine, query, name, BandRow, "bands")
    return ClassBands(
        least=least,
        largest=largest(least),
        sizes=tuple(Band(row.band, row.classes, row.people) for row in rows if row.kind == "size"),
        guesses=tuple(
            _guesses(*target.view, sure[number], own)
            for number, target in enumerate(plan.targets)
            if target.column is not None
            for own in [[row for row in rows if row.target_number == number]]
        ),
    )


def _guesses(target: str, partition: str | None, limit: float, rows: Sequence[BandRow]) -> Guesses:
    """Return how sure guesses of one target are, from its rows."""
    tenths = {row.band: Band(row.band, row.classes, row.people) for row in rows if row.kind == "certainty"}
    return Guesses(
        target=target,
        partition=partition,
        limit=limit,
        tenths=tuple(tenths.get(tenth, Band(tenth, 0, 0)) for tenth in range(10)),
        small=tenths.get(-1, Band(-1, 0, 0)),
        sure=next(Band(0, row.classes, row.people) for row in rows if row.kind == "sure"),
        exposed=tuple(
            Exposed(row.people, row.share) for row in rows if row.kind == "exposed" and row.share is not None
        ),
    )
