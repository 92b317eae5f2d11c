"""The kinds of columns with the role that each proposes, read from the package's data files."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Literal, NamedTuple

Role = Literal["identifier", "quasi_identifier", "sensitive", "individual", "ignored"]
"""The roles that a column may be proposed for, as a spec names them."""


class Kind(NamedTuple):
    """A kind of column.

    `safe_harbor` is the letter of the identifier in 45 CFR 164.514(b)(2)(i), or empty. `of_things`
    tells whether the kind stays what it is where a name speaks of a thing, as in the e-mail of a
    shop. `needs` is the form that values must have where only the name tells the kind, and `says`
    the words for a sentence.
    """

    name: str
    role: Role
    safe_harbor: str
    of_things: bool
    needs: str
    says: str


def data_rows(file: str) -> list[dict[str, str]]:
    """Return the rows of a data file of this package."""
    text = (resources.files("sqlmetrics.columns") / file).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


@cache
def kinds() -> Mapping[str, Kind]:
    """Return all kinds by their names, in the order in which they are preferred."""
    return {
        row["kind"]: Kind(
            row["kind"],
            row["role"],  # type: ignore[arg-type]
            row["safe_harbor"],
            row["of_things"] == "yes",
            row["needs"],
            row["says"],
        )
        for row in data_rows("kinds.csv")
    }


@cache
def words(group: str) -> frozenset[str]:
    """Return the words of a list of `words.csv`: things, given names, streets, .."""
    return frozenset(word for row in data_rows("words.csv") if row["list"] == group for word in row["words"].split())
