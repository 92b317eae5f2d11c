"""Changes of the formulas of a default statement, and whether the self-test fails for them.

A macro writes the same line wherever it is used. So a change of a line of the default statement is
made in each statement that has the line.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from typing import Any, NamedTuple

import duckdb

from mutation.changes import body_edits, hidden_in
from sqlmetrics.risk import self_test
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.render import parted

ENGINES: dict[str, Callable[[], Any]] = {"duckdb": duckdb.connect, "sqlite": lambda: sqlite3.connect(":memory:")}
"""The dialects that are changed, each with its engine; one divides whole numbers as such."""

EQUIVALENT = (
    ("duckdb", "cast", "", "it divides whole numbers as doubles"),
    ("sqlite", "", r"nullif\(.*, 0\)", "it divides by 0 to NULL"),
    ("sqlite", "cast", r"cast\(null as|records as bigint", "its columns have no types"),
    ("sqlite", "cast", "as (n_x|total|class_largest|class_table_values|classes|least_values)", "the other is a double"),
    ("sqlite", "cast", r"class_size as double precision\) \*", "its whole numbers have 64 bits"),
    ("", "formula", r"\* \(\((n_y|total) - ", "the bracket is 1 but for rounding"),
    ("", "comparison", r"when p > q then p - q", "the difference of equal shares is 0"),
    ("", "aggregate", r"max\((class_)?table_values\)", "all rows of a target have the same"),
    ("", "comparison", "when records > 0 then score", "a score of no records is NULL"),
    ("", "grouping", r"select 0 as target_number union all select 1", "no two rows are equal"),
)
"""The changes that an engine cannot tell, by dialect, kind and line, and why."""


class LineChange(NamedTuple):
    """A change of a line of a dialect's default statement."""

    dialect: str
    kind: str
    line: str
    changed: str


@cache
def texts(dialect: str) -> list[tuple[str, int]]:
    """Return the statements of the self-test, each with the number of its scores."""
    every = self_test.statements(DIALECTS[dialect])
    return [(text, len(self_test.expected_rows(question))) for question, text in every]


def line_changes(dialect: str) -> list[LineChange]:
    """Return the changes of a dialect's default statement, each line once."""
    whole = parted(self_test.QUESTIONS[0].text(DIALECTS[dialect]), DIALECTS[dialect])
    found = {}
    for line in dict.fromkeys(f"{whole.queries}\n{whole.last}".split("\n")):
        content = line.encode()
        for kind, start, end, new in body_edits(hidden_in(content), 0, len(content)):
            changed = (content[:start] + new.encode() + content[end:]).decode()
            if "\0" not in changed and line.strip():
                found[LineChange(dialect, kind, line, changed)] = None
    return [change for change in found if not is_equivalent(change)]


def is_equivalent(change: LineChange) -> bool:
    """Return whether an engine cannot tell a change; of a factor, only that of its operator."""
    for dialect, kind, pattern, _ in EQUIVALENT:
        if dialect in ("", change.dialect) and kind in ("", change.kind) and re.search(pattern, change.line):
            alike = re.search(pattern, change.changed)
            if kind != "formula" or (not alike and re.search(pattern.replace(r"\*", "/", 1), change.changed)):
                return True
    return False


def is_noticed(change: LineChange) -> bool:
    """Return whether a statement of the self-test fails, or says so, with a change."""
    with closing(ENGINES[change.dialect]()) as connection:
        return any(_fails(connection, text, scores) for text, scores in _with(change))


def _with(change: LineChange) -> Iterator[tuple[str, int]]:
    """Yield the statements that a change changes, with the numbers of their scores."""
    for text, scores in texts(change.dialect):
        lines = [change.changed if line.strip() == change.line.strip() else line for line in text.split("\n")]
        if "\n".join(lines) != text:
            yield "\n".join(lines), scores


def _fails(connection: Any, text: str, scores: int) -> bool:
    try:
        return [row[1] for row in connection.execute(text).fetchall()] != ["passed"] * scores
    except (duckdb.Error, sqlite3.Error):
        return True
