"""The profile of a relation's columns, with proposed roles, from which `init` writes a spec."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.engine.source import opened
from sqlmetrics.spec.place import Place
from sqlmetrics.statement.render import render

QUASI_IDENTIFIERS = (
    "age",
    "birth",
    "born",
    "dob",
    "sex",
    "gender",
    "race",
    "ethnic",
    "marital",
    "married",
    "zip",
    "post",
    "city",
    "town",
    "place",
    "region",
    "state",
    "county",
    "country",
    "nation",
    "origin",
    "language",
    "educ",
    "school",
    "degree",
    "occupation",
    "job",
    "profession",
    "work",
    "employ",
    "household",
    "children",
    "population",
    "popul",
    "relationship",
    "date",
    "year",
)
"""Parts of the names of columns that others may know of a person."""

SENSITIVE = (
    "disease",
    "diagnos",
    "illness",
    "health",
    "condition",
    "symptom",
    "treatment",
    "drug",
    "medic",
    "hiv",
    "pregnan",
    "disab",
    "salary",
    "income",
    "wage",
    "debt",
    "credit",
    "loan",
    "tax",
    "religio",
    "politic",
    "party",
    "vote",
    "union",
    "crime",
    "convict",
    "orientation",
    "genetic",
    "score",
    "grade",
    "result",
)
"""Parts of the names of columns that people want to keep to themselves."""

NEAR_UNIQUE = 0.95
"""The distinction from which a column tells almost every record apart."""


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
        words = self.name.lower()
        if self.distinct <= 1:
            return "none", "a single value tells nothing"
        if re.search(r"(^|[^a-z])(id|uid|uuid|ssn|identifier|key)([^a-z]|$)|_id$|name$|email|phone", words):
            return "individual", "its name says that it identifies a person"
        if any(part in words for part in SENSITIVE):
            return "sensitive", "its name says that people keep it to themselves"
        if (
            part := next((part for part in QUASI_IDENTIFIERS if re.search(rf"(^|[^a-z]){part}", words)), None)
        ) is not None:
            return "quasi_identifier", f"'{part}' in its name: others may know it of a person"
        if self.type.split("(")[0] in {"DOUBLE", "FLOAT"} or (self.distinction or 0) >= NEAR_UNIQUE:
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
