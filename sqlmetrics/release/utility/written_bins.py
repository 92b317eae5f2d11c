"""The bins that a user's workload gives a column: widths, cuts, and units of time."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from sqlmetrics.engine.rows import fetch_number
from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.columns import DATE_BINS, Bin, UtilityColumn, as_decimal
from sqlmetrics.release.utility.groups import Relations
from sqlmetrics.release.utility.workload import Base
from sqlmetrics.statement.render import render
from sqlmetrics.text import found

SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
"""The units of a width of time, in seconds."""


def written_bin(column: UtilityColumn, written: Any, at: str) -> Bin:
    """Return the bins that an entry gives for a column: a width, cuts, or a unit of time.

    Raises SpecError, which begins with `at`, for others.
    """
    if isinstance(written, Mapping):
        if set(written) != {"width"}:
            raise SpecError(f"{at}: the only key of the bins of '{column.name}' is `width`; not {found(dict(written))}")
        if isinstance(written["width"], list):
            raise SpecError(f"{at}: cuts of '{column.name}' are a list of their own, without `width`")
        written = written["width"]
    if column.kind == "date" or column.may_be_dates:
        return _bin_of_time(column, written, at)
    if column.kind != "number" or column.text:
        raise SpecError(
            f"{at}: '{column.name}' is no column of numbers or dates, so it has no bins; where its texts are numbers or"
            " dates, cast them in a view"
        )
    return _bin_of_numbers(column.name, written, at)


def _bin_of_time(column: UtilityColumn, written: Any, at: str) -> Bin:
    """Return bins of dates and times: years to minutes, or a width that is a number of seconds."""
    if isinstance(written, str) and written in DATE_BINS:
        return Bin("date", length=DATE_BINS[written], texts=column.may_be_dates)
    width: Fraction | None = None
    if _is_finite_number(written):
        width = Fraction(str(written))
    elif isinstance(written, str) and (parts := re.fullmatch(r"(?:(\d+) *)?([a-z]+?)s?", written.strip())):
        number, unit = parts.groups()
        width = Fraction(number or 1) * SECONDS[unit] if unit in SECONDS else None
    if width is None or width < 1 or width.denominator != 1:
        units = ", ".join([*DATE_BINS, "week"])
        raise SpecError(
            f"{at}: the bins of '{column.name}' are {units}, or a width of whole seconds, as in"
            f" {{{column.name}: hour}}, {{{column.name}: 15 minutes}} or {{{column.name}: 900}}; not {found(written)}"
        )
    return Bin("time", width=width)


def _bin_of_numbers(name: str, written: Any, at: str) -> Bin:
    """Return bins of numbers: a width, or cuts."""
    numbers = written if isinstance(written, list) else [written]
    if not numbers or not all(_is_finite_number(number) for number in numbers):
        raise SpecError(
            f"{at}: the bins of '{name}' are a width above 0 or a list of cuts in increasing order, as in"
            f" {{{name}: 10}} or {{{name}: [18, 65]}}; not {found(written)}"
        )
    if isinstance(written, list):
        if sorted(set(written)) != written:
            raise SpecError(f"{at}: the cuts of '{name}' must be in increasing order")
        return Bin("cuts", cuts=tuple(as_decimal(Fraction(str(cut))) for cut in written))
    width = Fraction(str(written))
    if width <= 0:
        raise SpecError(f"{at}: the width of the bins of '{name}' is a number above 0")
    return Bin("number", width=width)


def _is_finite_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def check_binned_dates(relations: Relations, bases: Sequence[Base], where: str) -> None:
    """Raise SpecError where texts of the original are no dates, but have bins of time."""
    dated = {column.name for base in bases for column, bin_ in base.columns if bin_ is not None and column.may_be_dates}
    for name in sorted(dated):
        statement = render("undated", relations.original.from_sql, name, dialect=relations.engine.dialect)
        if texts := fetch_number(relations.engine, statement, relations.original.name):
            raise SpecError(
                f"{where}: '{name}' of {relations.original.name} has {texts:,} texts that are no dates as 2024-01-31 or"
                " times as 2024-01-31 09:30:00; leave their records out by `original_where`, or its bins"
            )
