"""Semantic partitions of columns, which put each value into a semantic domain.

Source: Sondeck et al. 2017, definition 5.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import pairwise
from math import ceil, floor
from typing import Any, Literal, NamedTuple

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.bounds import DIGITS, bounded
from sqlmetrics.spec.grid import CoordinateGrid
from sqlmetrics.text import brief, counted

Kind = Literal["prefix", "intervals", "values", "week", "grid", "neighbours"]
"""What a partition groups values by: first characters, intervals, a list, weeks or cells."""

DatePart = Literal["hour", "day", "week", "month", "year", "decade"]
"""What is left of a date; of a moment, a date with a time of day, also its hour."""

DATES: dict[DatePart, int | None] = {"hour": 13, "day": 10, "week": None, "month": 7, "year": 4, "decade": 3}
"""The first characters that are kept of 2026-11-23 10:15 by what is left of it; a week has none."""

DateForm = Literal[
    "DD.MM.YYYY",
    "DD/MM/YYYY",
    "MM/DD/YYYY",
    "DD-MM-YYYY",
    "MM-DD-YYYY",
    "YYYY/MM/DD",
    "YYYY.MM.DD",
    "YYYYMMDD",
]
"""The forms in which texts are written as dates, but for YYYY-MM-DD, which needs no word."""


class Interval(NamedTuple):
    """A range of numbers; an end of None is unbounded."""

    name: str
    low: str | None
    high: str | None
    low_closed: bool
    high_closed: bool

    @property
    def written(self) -> str:
        """The interval as a spec writes it, such as `[18, 30)`."""
        opening, closing = "[" if self.low_closed else "(", "]" if self.high_closed else ")"
        return f"{opening}{self.low or '-inf'}, {self.high or 'inf'}{closing}"

    def label(self, *, whole: bool) -> str:
        """Return the interval in words, such as 30 to 39 among `whole` numbers."""
        if self.low is None or self.high is None:
            if self.low is None:
                return f"{self.high} and under" if self.high_closed else f"under {self.high}"
            return f"{self.low} and over" if self.low_closed else f"over {self.low}"
        if whole:
            low, high = Decimal(self.low), Decimal(self.high)
            first = ceil(low) + (low == ceil(low) and not self.low_closed)
            last = floor(high) - (high == floor(high) and not self.high_closed)
            return f"{first} to {last}" if first < last else str(first) if first == last else self.written
        return f"{'' if self.low_closed else 'over '}{self.low} to {'' if self.high_closed else 'under '}{self.high}"


@dataclass(frozen=True)
class Partition:
    """A partition of one column's values into named domains.

    It is given by a mapping from value (as text) to domain, by intervals of numbers, by the length
    of a prefix, or by the part of a `date`, whose week is named by its Monday. A `grid` of
    coordinates has cells, which are named by where they begin, or numbered. Texts write dates in
    its `form`, or as YYYY-MM-DD. `unmapped` says what happens to values that no domain covers:
    `error`, `keep` (each is a domain of its own) or `name` (they are in the domain `rest`). NULL is
    in no domain: it stays NULL. Zero stands for the negative zero of floats too. Dates are
    `labelled` where a reader sees them, and else have stars for what is gone.
    """

    name: str
    column: str
    mapping: Mapping[str, str] = field(default_factory=dict)
    intervals: tuple[Interval, ...] = ()
    prefix: int | None = None
    date: DatePart | None = None
    form: DateForm | None = None
    grid: CoordinateGrid | None = None
    unmapped: str = "error"
    rest: str | None = None
    labelled: bool = False

    def for_readers(self, *, whole: bool) -> Partition:
        """Return the partition with the labels that a reader of a released table expects.

        They are 1950s, 1958, 30 to 39, under 30, and 90 and over, where the spec gives no others;
        `whole` is whether the column holds whole numbers alone.
        """
        named = tuple(
            one._replace(name=one.label(whole=whole)) if one.name == one.written else one for one in self.intervals
        )
        distinct = len({one.name for one in named} | {self.rest}) == len(named) + 1
        return replace(self, intervals=named if distinct else self.intervals, labelled=True)

    @property
    def strict(self) -> bool:
        """Whether a value that no domain covers is refused."""
        return self.unmapped == "error" and self.prefix is None and self.date is None

    @property
    def remedy(self) -> str:
        """What to do about values that no domain covers."""
        named = "say `unmapped: keep` or `unmapped: NAME`"
        if self.grid is None:
            return f"add them, or {named}"
        low, high = self.grid.ends
        ends = f"a {self.grid.degrees} lies from {low:g} to {high:g}: " if self.grid.degrees else ""
        return f"{ends}correct them, or {named}"

    @property
    def kind(self) -> Kind:
        """What puts the values into domains."""
        if self.date == "week":
            return "week"
        if self.grid is not None:
            return "neighbours" if self.grid.neighbours else "grid"
        return "prefix" if self.prefix is not None else "intervals" if self.intervals else "values"

    @property
    def count(self) -> int:
        """The number of domains, or of the characters of a prefix; 0 where a grid has no end."""
        if self.grid is not None:
            return self.grid.cells or 0
        return self.prefix if self.prefix is not None else len(self.intervals) or len({*self.mapping.values()})

    @property
    def words(self) -> dict[str, Any]:
        """The partition in the words of a spec, which name no file."""
        unmapped = self.rest if self.unmapped == "name" else self.unmapped
        covered = {} if unmapped == "error" else {"unmapped": unmapped}
        if self.grid is not None:
            return {"name": self.name} | self.grid.words | covered
        forms: dict[str, Any] = {
            "date": self.date,
            "prefix": self.prefix,
            "intervals": {interval.name: interval.written for interval in self.intervals} or None,
            "mapping": dict(self.mapping),
        }
        form, value = next((form, value) for form, value in forms.items() if value is not None)
        written = {"form": self.form} if form == "date" and self.form is not None else {}
        return {"name": self.name, form: value} | written | covered


def in_words(kind: Kind, count: int) -> str:
    """Return how a partition recodes a column, without a value."""
    if kind == "week":
        return "dates to the week"
    if kind == "grid":
        return "cells of a grid"
    if kind == "neighbours":
        return "cells of a grid, and those beside the named one"
    if kind == "prefix":
        return f"the first {counted(count, 'character')}"
    return f"in {counted(count, 'range' if kind == 'intervals' else 'group')}"


def as_text(value: object) -> str:
    """Return a mapping's value as the engines write it as text."""
    return value if type(value) is str else str(value).lower() if isinstance(value, bool) else str(value)


def read_pairs(pairs: Iterable[tuple[object, object]], where: str, *, of_file: bool = False) -> dict[str, str]:
    """Return a mapping from value to domain.

    Raises SpecError for a value in two domains. A value of a file may be in the data, too, and is
    in the error's detail only.
    """
    mapping: dict[str, str] = {}
    for value, domain in pairs:
        text, name = as_text(value), as_text(domain)
        if mapping.setdefault(text, name) != name:
            value = f"value '{text}' is in two domains, '{mapping[text]}' and '{name}'"
            if of_file:
                raise SpecError(f"{where}: a value is in two domains; domains may not overlap", value)
            raise SpecError(f"{where}: {value}; domains may not overlap")
    if not mapping:
        raise SpecError(f"{where}: it maps no value; give at least one value and its domain")
    return mapping


_INTERVAL = re.compile(r"^\s*([\[(])\s*([^,]*?)\s*,\s*([^,]*?)\s*([\])])\s*$")

_NUMBER = re.compile(r"^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$", re.ASCII)


def _end(text: str, where: str) -> str | None:
    """Return an end of an interval, None where it is unbounded. Raises SpecError."""
    if text.lower() in {"", "inf", "-inf", "+inf"}:
        return None
    if not _NUMBER.match(text):
        raise SpecError(f"{where}: '{brief(text)}' is not a number; an end is a number, or inf or -inf")
    try:
        bounded(Decimal(text))
    except (ValueError, ArithmeticError):
        raise SpecError(f"{where}: an end has at most {DIGITS} digits before and after its point") from None
    return text.lstrip("+")


def parse_interval(name: str, text: str, where: str) -> Interval:
    """Return the interval of a text such as `[18, 30)`, with a square bracket for a closed end.

    Raises SpecError.
    """
    match = _INTERVAL.match(text)
    if match is None:
        raise SpecError(
            f"{where}: '{brief(text)}' is not an interval; write [18, 30) with a bracket for a closed end, or (65, inf)"
        )
    left, low, high, right = match.groups()
    interval = Interval(name, _end(low, where), _end(high, where), left == "[", right == "]")
    if interval.low is not None and interval.high is not None:
        low_number, high_number = Decimal(interval.low), Decimal(interval.high)
        if low_number > high_number or (
            low_number == high_number and not (interval.low_closed and interval.high_closed)
        ):
            raise SpecError(f"{where}: the interval {text} is empty")
    return interval


def read_intervals(intervals: Mapping[str, str], where: str) -> tuple[Interval, ...]:
    """Return the intervals in order. Raises SpecError where two share a number."""
    ordered = sorted((parse_interval(name, text, where) for name, text in intervals.items()), key=_start)
    for before, after in pairwise(ordered):
        if _overlap(before, after):
            raise SpecError(f"{where}: the domains '{before.name}' and '{after.name}' overlap")
    return tuple(ordered)


def _start(interval: Interval) -> tuple[Decimal, bool]:
    return (Decimal("-Infinity") if interval.low is None else Decimal(interval.low), not interval.low_closed)


def _overlap(before: Interval, after: Interval) -> bool:
    if before.high is None or after.low is None:
        return True
    end, start = Decimal(before.high), Decimal(after.low)
    return start < end or (start == end and before.high_closed and after.low_closed)


def cut_intervals(cuts: list[Decimal], closed: str, labels: list[str] | None, where: str) -> tuple[Interval, ...]:
    """Return the intervals between cut points; `closed` is the end, `left` or `right`, of each.

    Raises SpecError.
    """
    if not cuts or any(after <= before for before, after in pairwise(cuts)):
        raise SpecError(f"{where}: cut points must be numbers in increasing order")
    if labels is not None and len(labels) != len(cuts) + 1:
        raise SpecError(
            f"{where}: {len(cuts)} cut points make {len(cuts) + 1} intervals, but there are {len(labels)} labels"
        )
    if labels is not None and len(set(labels)) != len(labels):
        raise SpecError(f"{where}: two intervals have the same label")
    ends = [None, *(format(cut, "f") for cut in cuts), None]
    intervals = []
    for position, (low, high) in enumerate(pairwise(ends)):
        low_closed, high_closed = closed == "left" and low is not None, closed == "right" and high is not None
        interval = Interval("", low, high, low_closed, high_closed)
        intervals.append(interval._replace(name=labels[position] if labels else interval.written))
    return tuple(intervals)
