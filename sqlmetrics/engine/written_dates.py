"""Columns whose partition keeps a part of dates: their texts must be written as dates are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sqlmetrics.engine.engine import Engine, describe, fetch
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.partition import DATES, DateForm, DatePart
from sqlmetrics.statement.render import render
from sqlmetrics.statement.types import kind
from sqlmetrics.text import counted


class Dated(Protocol):
    """A partition, or what a spec writes of it: the part that it keeps of dates, and their form."""

    @property
    def date(self) -> DatePart | None:
        """What is left of dates, if the partition is one of dates."""

    @property
    def form(self) -> DateForm | None:
        """How texts write the dates, None for YYYY-MM-DD."""


Dates = Sequence[tuple[str, Dated]]
"""Columns with their partitions; others than of dates are passed over."""

SAID = "say their `form`, such as DD.MM.YYYY, or"
"""What to do about texts that are no dates as 2026-11-23."""

REMEDY = "write those texts in that form, name another `form`, or"
"""What to do about texts that are not in the form that is said."""


def check_dates(engine: Engine, parts: Dates, from_sql: str, name: str) -> None:
    """Raise SpecError where a part of dates is kept of texts that are no such dates.

    So is the hour of dates without a time of day, and a form of dates that are no texts. Other
    columns of dates are not read; a column that is lacking is left to others to name. Of several
    parts of a column in one form the finest counts.
    """
    order = [*DATES]
    wanted: dict[tuple[str, DateForm | None], DatePart] = {}
    for column, partition in parts:
        if partition.date is not None:
            key = column, partition.form
            wanted[key] = min(partition.date, wanted.get(key, partition.date), key=order.index)
    if not wanted:
        return
    types = dict(describe(engine, from_sql, name))
    for (column, form), part in wanted.items():
        if part == "hour" and types.get(column) == "DATE":
            raise SpecError(
                f"partition of '{column}': the hour is kept of dates with a time of day, and '{column}' of {name} has"
                " none; leave the partition out, or name its week, month, year or decade"
            )
        if form is not None and column in types and kind(types[column]) == "date":
            raise SpecError(
                f"partition of '{column}': '{column}' of {name} is a column of dates, which have no form {form}; leave"
                " the `form` out"
            )
    asked = [
        (column, part, form)
        for (column, form), part in wanted.items()
        if column in types and kind(types[column]) != "date"
    ]
    if not asked:
        return
    (records,) = fetch(engine, render("other_texts", from_sql, asked, dialect=engine.dialect), name, "dates")
    for (column, part, form), number in zip(asked, records, strict=True):
        if number:
            hour = part == "hour"
            others = f"{counted(int(number), 'record')} of {name} {'has' if number == 1 else 'have'} other texts"
            raise SpecError(
                f"partition of '{column}': the {part} is kept of dates that are written as {form or '2026-11-23'}"
                f"{' 10:15' * hour}, and {others}; {REMEDY if form else SAID}"
                " make them dates in a view or a `query`, in DuckDB by strptime(text, '%d.%m.%Y"
                f"{' %H:%M' * hour}')::{'timestamp' if hour else 'date'}"
            )
