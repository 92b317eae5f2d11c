"""Texts whose year or month a partition keeps: they must be written as dates are."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmetrics.engine.engine import Engine, describe, fetch
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.partition import DatePart
from sqlmetrics.statement.render import render
from sqlmetrics.statement.types import kind

Dates = Sequence[tuple[str, DatePart | None]]
"""Columns with the part of their dates that a partition keeps, if one does."""


def check_dates(engine: Engine, parts: Dates, from_sql: str, name: str) -> None:
    """Raise SpecError where a column whose year or month is kept has texts that are no such dates.

    Columns of dates are not read; a column that is lacking is left to others to name.
    """
    wanted = {column: part for column, part in parts if part is not None}
    if not wanted:
        return
    types = dict(describe(engine, from_sql, name))
    columns = [column for column in wanted if column in types and kind(types[column]) != "date"]
    if not columns:
        return
    query = render("other_texts", from_sql, [(column, wanted[column]) for column in columns], dialect=engine.dialect)
    (records,) = fetch(engine, query, name, "dates")
    for column, number in zip(columns, records, strict=True):
        if number:
            raise SpecError(
                f"partition of '{column}': the {wanted[column]} is kept of dates that are written as 2026-11-23, and"
                f" {int(number):,} records of {name} have other texts; make them dates in a view or a `query`, in"
                " DuckDB by strptime(text, '%d.%m.%Y')::date"
            )
