"""The truth that claims are checked against: the original, and perhaps a control group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sqlmetrics.engine.comparison import Compared, check_kinds
from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.engine.rows import fetch_row
from sqlmetrics.errors import SpecError
from sqlmetrics.statement.render import render


@dataclass(frozen=True)
class Truth:
    """The truth that claims are checked against: a relation, and its column of individuals.

    Without that each record is an individual.
    """

    engine: Engine
    relation: Compared
    individual: str | None = None


class UnnamedIndividuals(NamedTuple):
    """The row of `unnamed_individuals`: records without an individual, and all of them."""

    missing: int | None
    records: int


def truth_of(engine: Engine, relation: Compared, individual: str | None) -> Truth:
    """Return the truth about a relation, for claims to be checked against.

    Raises SpecError where the column of individuals is not there or holds NULL.
    """
    if individual is not None:
        relation.check(individual)
        counted = unnamed_individuals(engine, relation, individual)
        if counted.missing:
            raise SpecError(
                f"'{individual}' of {relation.name} is NULL in {counted.missing} of {counted.records} records;"
                " leave these out in a view, or name another column of individuals"
            )
    return Truth(engine, relation, individual)


def unnamed_individuals(engine: Engine, relation: Compared, individual: str) -> UnnamedIndividuals:
    """Return how many records of a relation are without an individual."""
    statement = render("unnamed_individuals", relation.from_sql, individual, dialect=engine.dialect)
    return fetch_row(engine, statement, relation.name, UnnamedIndividuals)


def control_of(engine: Engine, original: Compared, group: Compared, individual: str | None) -> Truth:
    """Return the control group that claims are checked against too.

    Raises SpecError where it is empty or lacks a column.
    """
    for name in (name for name in original.column_names if name in group.column_names):
        check_kinds(original, group, name)
    truth = truth_of(engine, group, individual)
    extent = render("extent", group.from_sql, None, [], [], dialect=engine.dialect)
    ((records, *_),) = fetch(engine, extent, group.name)
    if not int(records):
        raise SpecError(f"the control group {group.name} is empty; it holds people who were not in the original")
    return truth
