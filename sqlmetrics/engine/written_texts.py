"""Columns of texts that are numbers with decimal commas, or dates with points between their parts.

DuckDB leaves them texts. A column is one of them where each of its values is, and becomes a number
or a date, so that it is cut, recoded and compared as one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.statement.render import render

SAMPLE = 2_000
"""The records from which a column is thought to be written so, before all are looked at."""

NUMBER = r"[+-]?([0-9]+|[0-9]{1,3}([.][0-9]{3})+)(,[0-9]+)?"
"""A pattern of a number with a decimal comma, and points between thousands."""

SURE = r",([0-9]{1,2}|[0-9]{4,})$|^[+-]?0,|[.].*,"
"""A pattern of a number whose comma is no mark of thousands, as it may be in 1,234."""


class Writing(NamedTuple):
    """A way to write values: one as an example, a test, what shows that it is no other, the value.

    The column stands as `{}` in each but the example.
    """

    example: str
    test: str
    sure: str
    value: str


def _dates(example: str, form: str, of_type: str) -> Writing:
    test = f"try_strptime({{}}, '{form}') is not null"
    return Writing(example, test, test, f"strptime({{}}, '{form}')::{of_type}")


WRITINGS = (
    Writing(
        "3,5",
        f"regexp_full_match({{}}, '{NUMBER}')",
        f"regexp_matches({{}}, '{SURE}')",
        "replace(replace({}, '.', ''), ',', '.')::double",
    ),
    _dates("31.12.1980", "%d.%m.%Y", "date"),
    _dates("31.12.1980 10:15", "%d.%m.%Y %H:%M", "timestamp"),
    _dates("31.12.1980 10:15:30", "%d.%m.%Y %H:%M:%S", "timestamp"),
)
"""The ways that are recognised."""


def written_columns(engine: Engine, from_sql: str, columns: Sequence[tuple[str, str]], name: str) -> dict[str, Writing]:
    """Return the columns of a relation in DuckDB that are so written, each with its way.

    A sample of records decides which columns are looked at whole. Raises QueryError.
    """
    texts = [column for column, of_type in columns if of_type == "VARCHAR"]
    sampled = f"(from {from_sql} limit {SAMPLE})"
    thought = _found(engine, sampled, [(text, writing) for text in texts for writing in WRITINGS], name)
    return dict(_found(engine, from_sql, thought, name))


def with_values(from_sql: str, written: Mapping[str, Writing]) -> str:
    """Return a FROM clause of DuckDB where columns that are so written have their values."""
    quoted = [(render("quoted", column), writing) for column, writing in written.items()]
    values = ", ".join(f"{writing.value.replace('{}', column)} as {column}" for column, writing in quoted)
    return f"(from {from_sql} select * replace ({values}))" if values else from_sql


def _found(engine: Engine, from_sql: str, asked: Sequence[tuple[str, Writing]], name: str) -> list[tuple[str, Writing]]:
    """Return the columns whose values are all written in a way, among those asked for."""
    if not asked:
        return []
    tests = [f"count({{}}) = count_if({one.test}) and count_if({one.sure}) > 0" for _, one in asked]
    quoted = [render("quoted", column) for column, _ in asked]
    counts = ", ".join(test.replace("{}", column) for test, column in zip(tests, quoted, strict=True))
    (row,) = fetch(engine, f"select {counts} from {from_sql} source", name, "texts")  # noqa: S608 - quoted
    return [one for one, holds in zip(asked, row, strict=True) if holds]
