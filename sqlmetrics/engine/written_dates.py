"""Columns whose partition keeps a part of dates: their texts must be written as dates are."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmetrics.engine.engine import Engine, describe, fetch
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.partition import DATES, DatePart
from sqlmetrics.statement.render import render
from sqlmetrics.statement.types import kind

Dates = Sequence[tuple[str, DatePart | None]]
"""Columns with the part of their dates that a partition keeps, if one does."""


def check_dates(engine: Engine, parts: Dates, from_sql: str, name: str) -> None:
    """Raise SpecError where a part of dates is kept of texts that are no such dates.

    So is the hour of dates without a time of day. Other columns of dates are not read; a column
    that is lacking is left to others to name. Of several parts of a column the finest counts.
    """
    order = [*DATES]
    wanted: dict[str, DatePart] = {}
    for column, part in parts:
        if part is not None:
            wanted[column] = min(part, wanted.get(column, part), key=order.index)
    if not wanted:
        return
    types = dict(describe(engine, from_sql, name))
    for column, part in wanted.items():
        if part == "hour" and types.get(column) == "DATE":
            raise SpecError(
                f"partition of '{column}': the hour is kept of dates with a time of day, and '{column}' of {name} has"
                " none; leave the partition out, or name its week, month, year or decade"
            )
    columns = [column for column in wanted if column in types and kind(types[column]) != "date"]
    if not columns:
        return
    query = render("other_texts", from_sql, [(column, wanted[column]) for column in columns], dialect=engine.dialect)
    (records,) = fetch(engine, query, name, "dates")
    for column, number in zip(columns, records, strict=True):
        if number:
            hour = wanted[column] == "hour"
            raise SpecError(
                f"partition of '{column}': the {wanted[column]} is kept of dates that are written as 2026-11-23"
                f"{' 10:15' * hour}, and {int(number):,} records of {name} have other texts; make them dates in a view"
                " or a `query`, in DuckDB by strptime(text, '%d.%m.%Y"
                f"{' %H:%M' * hour}')::{'timestamp' if hour else 'date'}"
            )
