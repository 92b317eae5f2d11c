"""Ranges and verdicts as figures: no more digits than are known, and ends rounded outward."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Figure, MeasuredLimit
from sqlmetrics.certificate.ranges import LOOSE, Range

WHY = "more would tell of few people"
"""The reason why a public figure is a bound, or withheld."""

WITHHELD = Figure(None, "withheld", WHY)


TWO_DIGITS = 3.55
"""The first digits up to which an uncertainty has two, as the Particle Data Group rounds."""


def unit_of(low: float, high: float) -> float:
    """Return the last digit worth showing of a number that lies between two others.

    Half of how far these are apart is shown to two digits where it begins with 1 to 3.5, else to
    one.
    """
    half = (high - low) / 2
    if half <= 0:
        return 0.0
    first = math.floor(math.log10(half))
    return 10.0 ** (first - (half / 10.0**first < TWO_DIGITS))


def down(value: float, unit: float) -> float:
    """Return the largest multiple of a unit that is not above a number."""
    return _digits(math.floor(value / unit + LOOSE) * unit)


def up(value: float, unit: float) -> float:
    """Return the least multiple of a unit that is not below a number."""
    return _digits(math.ceil(value / unit - LOOSE) * unit)


def _digits(value: float) -> float:
    return float(f"{value:.12g}")


def about_range(range_: Range, *, limits: tuple[float, float] = (0.0, math.inf), whole: bool = False) -> Figure:
    """Return what a number is about, with how far it may be off, or a bound, or nothing.

    `limits` are the least and the largest value that it may have in any table, and `whole` says
    that it counts people.
    """
    low, value, high = range_
    if high - low <= LOOSE * max(1.0, abs(high)):
        return Figure(_digits(float(f"{value:.4g}")) if not whole else round(value))
    unit = max(unit_of(low, high), 1.0) if whole else unit_of(low, high)
    low, high = max(down(low, unit), limits[0]), min(up(high, unit), limits[1])
    if low <= limits[0] and high >= limits[1]:
        return WITHHELD
    near = _digits(Range.between(low, math.floor(value / unit + 0.5) * unit, high).about)
    if whole:
        low, near, high = round(low), round(near), round(high)
    return Figure(near, "about", None, low, high)


def bound(range_: Range, least: float, most: float) -> Figure:
    """Return a number whose range is known at one end, or at both."""
    low, _, high = range_
    if low <= least + LOOSE:
        unit = unit_of(0.0, high)
        return WITHHELD if high >= most else Figure(up(high, unit) if unit else 0.0, "up to", WHY)
    if high >= most - LOOSE:
        unit = unit_of(0.0, low)
        return Figure(down(low, unit), "at least", WHY)
    return about_range(range_, limits=(least, most))


def shown_verdict(condition: MeasuredLimit) -> Figure:
    """Return what the verdict on a limit says of a score, and no more."""
    if condition.bound == "at_most":
        return Figure(condition.limit, "up to" if condition.passed else "over", WHY)
    return Figure(condition.limit, "at least" if condition.passed else "under", WHY)


class VerdictSide(NamedTuple):
    """What a verdict says of a score: that it lies below a number, or above it."""

    number: float
    below: bool


def side(condition: MeasuredLimit) -> VerdictSide:
    """Return what the verdict on a limit says of the score."""
    return VerdictSide(float(condition.limit or 0.0), (condition.bound == "at_most") == condition.passed)


def within(range_: Range, sides: Iterable[VerdictSide]) -> Range:
    """Return the part of a range that verdicts leave; its ends cross where there is none."""
    low, near, high = range_
    for number, below in sides:
        if below:
            high = min(high, number)
        else:
            low = max(low, number)
    return Range.between(low, near, high)
