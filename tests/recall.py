"""How well the look at columns tells kinds, on tables with known answers.

As a script it writes the table of recall and precision into docs/identifiers.md.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sqlmetrics.columns.kinds import kinds
from sqlmetrics.columns.look import Look
from sqlmetrics.columns.looks import look
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.source import opened

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "fixtures" / "columns"
PAGE = ROOT / "docs" / "identifiers.md"
BEGIN, END = "<!-- made by tests/recall.py -->\n", "<!-- end -->\n"
NO_KIND = "-"
TABLES = ("seen", "unseen", "fresh")


class Rate(NamedTuple):
    """How often a kind was told: true columns, those found, and those wrongly taken for it."""

    true: int
    found: int
    wrong: int

    @property
    def recall(self) -> float | None:
        """The share of the true columns that were found."""
        return self.found / self.true if self.true else None

    @property
    def precision(self) -> float | None:
        """The share of right ones among the columns that were taken for the kind."""
        return self.found / (self.found + self.wrong) if self.found + self.wrong else None


@cache
def looked_at(table: str) -> Mapping[str, Look]:
    """Return the looks at the columns of a table of fixtures/columns."""
    with opened(FOLDER / f"{table}.csv") as source:
        columns = describe(source.engine, source.from_sql, source.name)
        return {found.name: found for found in look(source, columns)}


@cache
def known(table: str) -> Mapping[str, str]:
    """Return the true kinds of the columns of a table."""
    with (FOLDER / f"{table}_kinds.csv").open(encoding="utf-8") as file:
        return {row["column"]: row["kind"] for row in csv.DictReader(file)}


def is_direct(kind: str) -> bool:
    """Return whether a kind is a direct identifier."""
    return kind in kinds() and kinds()[kind].role == "identifier"


def seen_as(found: Look) -> str:
    """Return the kind that a column was taken for; a thing is of no kind."""
    return NO_KIND if found.kind in {None, "thing"} else str(found.kind)


def rates(table: str) -> dict[str, Rate]:
    """Return the rates of each kind that a table has or that a column was taken for."""
    pairs = [(true, seen_as(looked_at(table)[column])) for column, true in known(table).items()]
    present = {kind for pair in pairs for kind in pair} - {NO_KIND}
    return {
        kind: Rate(
            sum(true == kind for true, _ in pairs),
            sum(true == kind == seen for true, seen in pairs),
            sum(true != kind == seen for true, seen in pairs),
        )
        for kind in kinds()
        if kind in present
    }


def direct(table: str) -> Rate:
    """Return the rate of direct identifiers, whichever of them a column was taken for."""
    pairs = [(is_direct(true), looked_at(table)[column].identifies) for column, true in known(table).items()]
    return Rate(
        sum(true for true, _ in pairs),
        sum(true and seen for true, seen in pairs),
        sum(seen and not true for true, seen in pairs),
    )


def percent(part: float | None) -> str:
    """Return a share in percent, and a dash where there is none."""
    return "-" if part is None else f"{part:.0%}"


def report() -> str:
    """Return recall and precision per kind and table as Markdown."""
    tables = TABLES
    by_table = {table: rates(table) | {"any direct identifier": direct(table)} for table in tables}
    lines = [
        "| kind | Safe Harbor |" + "".join(f" {table} | recall | precision |" for table in tables),
        "|---|---|" + "---:|---:|---:|" * len(tables),
    ]
    for kind in ("any direct identifier", *kinds()):
        found = [by_table[table].get(kind, Rate(0, 0, 0)) for table in tables]
        if not any(map(any, found)):
            continue
        letter = kinds()[kind].safe_harbor if kind in kinds() else ""
        cells = [f"{rate.true} | {percent(rate.recall)} | {percent(rate.precision)}" for rate in found]
        lines.append(f"| {kind.replace('_', ' ')} | {letter} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def page() -> str:
    """Return the page of the docs with the table of this run."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    return f"{before}{BEGIN}\n{report()}\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
