"""The columns of an original: their kinds, extremes, numbers of values, and bins."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from sqlmetrics.engine.comparison import Compared
from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.kinds import column_kinds
from sqlmetrics.engine.rows import fetch_row
from sqlmetrics.statement.render import render

MANY = 50
"""A column of numbers or dates of more distinct values is continuous by default."""

DATE_BINS = {"year": 4, "month": 7, "day": 10, "hour": 13, "minute": 16}
"""The bins of dates and times, each with the length of the start of their texts."""

COARSE = 20
"""The rough number of bins in which the distributions of a continuous column compare."""


NARROWEST = Fraction(1, 2**900)
"""The narrowest range that is cut into bins, whose numbers an engine can still tell."""


@dataclass(frozen=True)
class Bin:
    """The bins of values.

    Bins of numbers are ranges of one width from 0 on, or lie between cuts. Bins of dates are starts
    of their texts, of a length, or ranges of time of a width in seconds, from a Monday on. `texts`
    says that the dates are texts, since the engine has no type of dates.
    """

    kind: str
    width: Fraction = Fraction(1)
    length: int = 10
    cuts: tuple[str, ...] = ()
    texts: bool = False

    def entry(self) -> dict[str, Any]:
        """Return the bins as templates take them.

        A width below 1 is a power of 2, and so a factor without rounding.
        """
        part = self.width.numerator == 1
        operand = str(self.width.denominator) if part else as_decimal(self.width)
        return {
            "kind": self.kind,
            "operator": "*" if part else "/",
            "operand": operand,
            "length": self.length,
            "cuts": list(self.cuts),
            "texts": self.texts,
        }

    def __str__(self) -> str:
        if self.kind == "date":
            return next(unit for unit, length in DATE_BINS.items() if length == self.length)
        if self.kind == "time":
            return f"of {as_decimal(self.width)} seconds"
        return f"between {', '.join(self.cuts)}" if self.kind == "cuts" else f"of {as_decimal(self.width)}"


@dataclass(frozen=True)
class UtilityColumn:
    """A column of the original.

    `low` and `high` are its extremes, `distinct` counts its values, `rare` says whether some have
    few records.

    `text` says that it is compared as text; `type` is empty where the engine does not tell it.
    `may_be_dates` says that the engine has no type of dates, and the values are texts.
    """

    number: int
    name: str
    kind: str
    low: Any = None
    high: Any = None
    distinct: int = 0
    rare: bool = True
    continuous: bool = False
    text: bool = False
    type: str = ""
    may_be_dates: bool = False

    @property
    def as_text(self) -> bool:
        """Whether its values are counted as text.

        Values of unknown types are, unless they are numbers.
        """
        return self.text or (not self.type and self.kind != "number")

    @property
    def numeric(self) -> bool:
        """Whether its values are compared as numbers."""
        return self.kind == "number" and not self.text

    @property
    def ranged(self) -> bool:
        """Whether it can be cut into bins."""
        return not self.text and self.kind in {"number", "date"} and self.span >= NARROWEST

    @property
    def span(self) -> Fraction:
        """The width of the column's range: of numbers in their unit, of dates in days.

        It is 0 where an end is no finite number, or a date that Python has none for.
        """
        if self.kind == "date":
            first, last = _day(self.low), _day(self.high)
            return Fraction(0 if first is None or last is None else (last - first).days + 1)
        return (
            Fraction(str(self.high)) - Fraction(str(self.low))
            if _finite(self.low) and _finite(self.high)
            else Fraction(0)
        )

    def bin(self, bins: float) -> Bin | None:
        """Return the bins of the column's range, about `bins` of them, None without a range."""
        if not self.ranged:
            return None
        if self.kind == "date":
            days = float(self.span) / max(bins, 1)
            return Bin("date", length=10 if days < 15 else 7 if days < 180 else 4)
        whole = isinstance(self.low, int) and isinstance(self.high, int)
        width = snapped(self.span / Fraction(max(bins, 1)))
        return Bin("number", width=max(width, Fraction(1)) if whole else width)

    def entry(self, bin_: Bin | None = None) -> dict[str, Any]:
        """Return the column as templates take it, with its bins where it has some."""
        marked = self.text or self.kind == "text"
        return {
            "number": self.number,
            "name": self.name,
            "text": self.as_text,
            "marked": marked,
            "bin": None if bin_ is None else bin_.entry(),
            "continuous": self.continuous,
            "numeric": self.numeric,
        }


def snapped(width: Fraction) -> Fraction:
    """Return a round number that is not above a width.

    It is 1, 2 or 5 times a power of ten, and below 1 a power of 2.
    """
    if width < 1:
        return Fraction(1, 1 << (math.ceil(1 / width) - 1).bit_length()) if width > 0 else Fraction(1)
    power = Fraction(10) ** math.floor(math.log10(width))
    return next((power * step for step in (5, 2) if power * step <= width), power)


def as_decimal(number: Fraction) -> str:
    """Return a number in its finite decimal form."""
    if number.denominator == 1:
        return str(number.numerator)
    return format(Decimal(number.numerator) / Decimal(number.denominator), "f")


class Extremes(NamedTuple):
    """The least and the largest value of a column."""

    low: Any
    high: Any


class ColumnExtremes(NamedTuple):
    """The row of `column_extremes`: the records of a relation, and the extremes of each column."""

    records: int
    columns: tuple[Extremes, ...]


def look_at(
    engine: Engine, original: Compared, names: Sequence[str], as_text: Sequence[str]
) -> tuple[int, list[UtilityColumn]]:
    """Return the original's records and its columns, with the extremes of numbers and dates.

    The original is read once, and some of its records before where an engine does not tell types.
    The columns of `as_text` are compared as text.
    """
    kind_of = dict(zip(names, column_kinds(engine, original, names), strict=True))
    ranged = [name for name in names if kind_of[name] in {"number", "date"}]
    row = fetch_row(
        engine,
        render("column_extremes", original.from_sql, ranged, dialect=engine.dialect),
        original.name,
        ColumnExtremes,
    )
    extremes = dict(zip(ranged, row.columns, strict=True))
    columns = []
    for number, name in enumerate(names, 1):
        low, high = map(_plain, extremes.get(name, (None, None)))
        kind = "text" if name in ranged and low is None else kind_of[name]
        columns.append(
            UtilityColumn(
                number=number,
                name=name,
                kind=kind,
                low=low,
                high=high,
                text=name in as_text,
                type=original.type_of(name),
                may_be_dates=kind == "text" and engine.dialect.dates_are_texts,
            )
        )
    return row.records, columns


def _plain(value: Any) -> Any:
    """Return a whole decimal as an integer, and any other value as it is."""
    return (
        int(value)
        if isinstance(value, Decimal) and value == value.to_integral_value() and value.as_tuple().exponent == 0
        else value
    )


def _finite(value: Any) -> bool:
    return isinstance(value, int | float | Decimal) and math.isfinite(value)


def _day(value: Any) -> date | None:
    """Return the day of a date or a time, None for one before the year 1 or without end."""
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else value
    except ValueError:
        return None
    return date(moment.year, moment.month, moment.day)
