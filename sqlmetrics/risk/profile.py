"""The profile of a relation's columns, with proposed roles, from which `init` writes a spec."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.engine.source import opened
from sqlmetrics.risk.columns.look import NEAR_UNIQUE
from sqlmetrics.risk.columns.names import named
from sqlmetrics.spec.place import Place
from sqlmetrics.statement.render import render

PERSONS = frozenset({"person_id", "national_id", "medical_record", "health_plan", "username", "name", "email", "phone"})
"""The kinds of columns by which records of one person are known."""


@dataclass(frozen=True)
class ColumnProfile:
    """One column's profile.

    `distinct` counts values, NULL as one. `distinction` is distinct / records and `separation` the
    share of pairs of records that differ in the column (Motwani and Xu 2007); both are None where
    there are too few records.
    """

    name: str
    type: str
    records: int
    nulls: int
    distinct: int
    distinction: float | None
    separation: float | None

    @property
    def role(self) -> tuple[str, str]:
        """The role that is proposed, and the reason for it.

        It is individual, quasi_identifier, sensitive or none.
        """
        if self.distinct <= 1:
            return "none", "a single value tells nothing"
        kind = named(self.name).kind
        near_unique = (self.distinction or 0) >= NEAR_UNIQUE
        if kind is not None and kind.role == "identifier":
            person = "it identifies a person" if kind.name in PERSONS else f"it holds {kind.says}"
            return "individual" if kind.name in PERSONS else "none", f"its name says that {person}"
        if kind is not None and kind.role == "sensitive":
            return "sensitive", "its name says that people keep it to themselves"
        measured = self.type.split("(")[0] in {"DOUBLE", "FLOAT"}
        if kind is not None and kind.name != "thing" and not (measured and near_unique):
            return "quasi_identifier", f"its name speaks of {kind.says}, which others may know of a person"
        if measured or near_unique:
            return "none", "it tells almost every record apart; an attacker would have to know it exactly"
        return "quasi_identifier", "nothing in its name says that it is secret, so others may know it"


class ColumnRow(NamedTuple):
    """A row of the macro `profile`."""

    position: int
    records: int
    nulls: int
    distinct: int
    distinction: float | None
    separation: float | None


def profile(relation: Any, place: Place | None = None, progress: Progress | None = None) -> list[ColumnProfile]:
    """Return the profile of every column of a relation. Raises SpecError, QueryError."""
    with opened(relation, place, progress) as (engine, name, from_sql):
        columns = describe(engine, from_sql, name)
        query = render("profile", from_sql, [column for column, _ in columns], dialect=engine.dialect)
        rows = fetch_rows(engine, query, name, ColumnRow, "profile")
    return [
        ColumnProfile(
            name=column,
            type=kind,
            records=row.records,
            nulls=row.nulls,
            distinct=row.distinct,
            distinction=row.distinction,
            separation=row.separation,
        )
        for (column, kind), row in zip(columns, rows, strict=True)
    ]
