"""The roles that are proposed for public tables of people, beside the roles that a person gave.

`fixtures/public_roles.csv` has the facts of each column, no value; columns are made up from them.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from itertools import groupby
from typing import NamedTuple

import pytest

from conftest import ROOT
from sqlmetrics.columns.look import Look
from sqlmetrics.columns.looks import FEWEST_SECRETS, looks
from sqlmetrics.columns.sample import SampledColumn

RECORDS = 300
"""The most records that are made up of a table."""

ALIKE = {"individual": "identifier"}
"""Roles that a person does not tell apart here."""


class Judged(NamedTuple):
    """A column: its table, the roles that a person finds right, and what it looks like."""

    table: str
    roles: frozenset[str]
    look: Look

    @property
    def is_right(self) -> bool:
        """Whether the proposed role is one that a person finds right."""
        return ALIKE.get(self.look.role, self.look.role) in self.roles


def made_up(facts: Mapping[str, str]) -> SampledColumn:
    """Return a column with the facts of another: its range, digits, and distinct values."""
    held = int(facts["records"])
    records = min(held, RECORDS)
    distinct = int(facts["distinct"])
    if distinct < 0.95 * (held - int(facts["nulls"])):
        distinct = min(distinct, records // 2)
    distinct = min(distinct, records)
    nulls = records * int(facts["nulls"]) // held
    values: list[str | None] = [_value(facts, number % distinct, distinct) for number in range(records - nulls)]
    return SampledColumn(facts["column"], "", (*values, *[None] * nulls))


def _value(facts: Mapping[str, str], at: int, distinct: int) -> str:
    """Return one of the distinct values of a column."""
    if facts["levels"]:
        levels = facts["levels"].split("|")
        return levels[at % len(levels)]
    if not facts["low"]:
        return f"level {chr(97 + at % 26)}{chr(97 + at // 26)}"
    low, high, decimals = float(facts["low"]), float(facts["high"]), int(facts["decimals"])
    gapless = high - low < int(facts["distinct"])
    if decimals == 0 and gapless:
        return str(int(low) + at)
    return f"{low + (high - low) * at / max(1, distinct - 1):.{decimals}f}"


@cache
def judged(group: str) -> list[Judged]:
    """Return the columns of a group of tables, each looked at with its table."""
    with (ROOT / "fixtures" / "public_roles.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["group"] == group]
    found = []
    for table, of in groupby(rows, key=lambda row: row["table"]):
        columns = [*of]
        seen = looks([made_up(column) for column in columns])
        pairs = zip(columns, seen, strict=True)
        found += [Judged(table, frozenset(column["roles"].split()), look) for column, look in pairs]
    return found


@pytest.mark.parametrize(("group", "tables", "least"), [("tuned", 20, 0.95), ("unseen", 10, 0.87), ("fresh", 10, 0.89)])
def test_most_roles_are_those_that_a_person_gives(group: str, tables: int, least: float) -> None:
    """Of the tables that words were tuned with, of ten that some words know, and of ten others."""
    found = judged(group)
    assert len({one.table for one in found}) == tables
    assert sum(one.is_right for one in found) >= least * len(found)


def test_no_secret_is_taken_as_known_without_a_word() -> None:
    """A secret that is proposed as known is named as unsure, but for two whose names mislead."""
    missed = [one.look for one in judged("tuned") if one.roles == {"sensitive"} and one.look.role != "sensitive"]
    assert {one.name for one in missed if one.kind is not None} == {"workprg", "avgmarr"}
    assert {one.confidence for one in missed if one.kind is None} == {"low"}


def numbers(name: str, distinct: int) -> SampledColumn:
    """Return a column of whole numbers."""
    return SampledColumn(name, "", tuple(str(at % distinct) for at in range(200)))


def test_what_became_of_people_is_told_by_two_columns() -> None:
    """A time and a state are an outcome together; each alone, or beside a text, is unknown."""
    assert [one.kind for one in looks([numbers("time", 90), numbers("status", 2)])] == ["outcome", "outcome"]
    texts = SampledColumn("status", "", ("open", "shipped") * 100)
    for alone in ([numbers("time", 90), texts], [numbers("time", 90)], [numbers("status", 2)]):
        assert {one.role for one in looks(alone)} == {"quasi_identifier"}


def test_a_table_about_secrets_makes_its_unknown_columns_secret() -> None:
    """Two secrets that are half of what is told do, or four that are a fifth of all columns."""
    secrets = [numbers(name, 2) for name in ("asthma", "diabetes", "polio", "hepatitis")]
    others = [numbers(name, 5) for name in ("age", "married", "qx7")]
    role = {one.name: one.role for one in looks([*secrets, *others])}
    assert (role["qx7"], role["age"], role["married"]) == ("sensitive", "quasi_identifier", "quasi_identifier")
    for told, expected in ((1, "quasi_identifier"), (2, "sensitive")):
        few = {one.name: one.role for one in looks([*secrets[:told], *others])}
        assert few["qx7"] == expected
    known = [numbers(name, 5) for name in ("sex", "region", "educ")]
    assert {one.name: one.role for one in looks([*secrets[:3], *others, *known])}["qx7"] == "quasi_identifier"
    wide = looks([*secrets, *[numbers(f"qx{at}", 5) for at in range(17)]])
    assert [one.role for one in wide].count("sensitive") == 21 - 17


def test_numbers_of_the_records_are_left_out() -> None:
    """Whole numbers without a gap, one for each record; a person's number stays an identifier."""
    rows, person = looks([numbers("column0", 200), numbers("id", 200)])
    assert (rows.role, person.role) == ("ignored", "identifier")
    gaps = tuple(str(at + (at > 9)) for at in range(200))
    roles = [one.role for one in looks([SampledColumn(name, "", gaps) for name in ("column0", "x7")])]
    assert roles == ["ignored", "quasi_identifier"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [("lannearn", "money"), ("agesq", "age"), ("meduc", "education"), ("learn", None)],
)
def test_a_name_tells_what_it_is_derived_from(name: str, kind: str | None) -> None:
    """Logarithms, squares, and what a mother or father has; five letters of a secret are needed."""
    assert looks([SampledColumn(name, "", tuple(str(20 + at % 40) for at in range(200)))])[0].kind == kind
