"""Cuts of numbers, level by level: bands of round widths, and about equal shares of records.

Each level has some of the cuts of the level before, so its bands are unions of finer ones. No cut
is taken over from a record: it is a multiple of a round width, or the roundest number in a range.
The bands at both ends are open and hold many records, so no cut tells of the least or the greatest.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from decimal import ROUND_FLOOR, Decimal
from itertools import count, pairwise
from typing import NamedTuple

from sqlmetrics.text import joined

LEVELS = 3
"""The most levels of cuts."""

FINEST = 20
"""The most bands of the finest level."""

ENDS = 0.05
"""The share of the records that lies at each end beyond the outermost cuts, if not more."""

SHARES = 8
"""The number of shares of the finest level; a further level joins two each."""

SLACK = 0.25 / SHARES
"""How far a cut of shares may lie from them, so that it can be round."""

SKEWED = 0.5
"""The share of the records in one band from which bands of one width say too little."""

FEWEST = 6
"""The fewest distinct whole numbers that are cut; fewer are as often codes as numbers."""


class Cuts(NamedTuple):
    """Cuts of numbers, into bands of a width, or without one into about equal shares."""

    cuts: tuple[Decimal, ...]
    width: Decimal | None

    @property
    def name(self) -> str:
        """What they make, as a level is named: `bands of 10`, or `4 shares`."""
        return f"{len(self.cuts) + 1} shares" if self.width is None else f"bands of {self.width:f}"


class CutLevels(NamedTuple):
    """The levels of a column's cuts, the finest first, and what they make, for people."""

    levels: tuple[Cuts, ...]
    note: str


def cut_levels(numbers: Sequence[Decimal]) -> CutLevels | None:
    """Return the levels of a column's numbers, one for each record, None where nothing is cut.

    They are bands of round widths. Where one of these holds most records, though there are several
    numbers in it, they are about equal shares of the records.
    """
    ordered = sorted(numbers)
    distinct = sorted({*ordered})
    whole = all(number == number.to_integral_value() for number in distinct)
    if len(distinct) < (FEWEST if whole else 3):
        return None
    low, high = _quantile(ordered, ENDS), _quantile(ordered, 1 - ENDS)
    bands = _telling(_round_bands(low, high, Decimal(2) if whole else Decimal(0)), distinct)
    if bands and not _is_skewed(bands[0].cuts, ordered):
        return levels_of_bands(bands)
    shares = _telling(_shares(ordered, distinct), distinct)
    counts = joined([f"{len(one.cuts) + 1}" for one in shares])
    note = f"{counts} about equal shares, since one band would hold most records"
    return CutLevels(shares, note) if shares else None


def levels_of_bands(levels: Sequence[Cuts], unit: str = "") -> CutLevels:
    """Return levels of bands with their widths in words, in a unit."""
    widths = joined([f"{one.width:,f}" for one in levels if one.width is not None])
    return CutLevels(tuple(levels), f"bands of {widths} {unit}".rstrip())


def even_cuts(low: Decimal, high: Decimal, width: Decimal) -> Cuts:
    """Return the cuts above one number and up to another that are multiples of a width."""
    first, last = ((end / width).to_integral_value(ROUND_FLOOR) for end in (low, high))
    return Cuts(tuple(place * width for place in range(int(first) + 1, int(last) + 1)), width)


def plain_number(number: Decimal) -> int | float:
    """Return a cut as a spec writes it."""
    return float(number) if number % 1 else int(number)


def _round_bands(low: Decimal, high: Decimal, least: Decimal) -> Iterator[Cuts]:
    """Yield bands between two numbers, each of 1, 2 or 5 and noughts, and several of the last.

    They are at least so wide that two whole numbers are in one.
    """
    if low >= high:
        return
    width, before = next(_round_widths(max((high - low) / FINEST, least))), math.inf
    while 0 < len((level := even_cuts(low, high, width)).cuts) < before:
        yield level
        before = len(level.cuts)
        width = next(wider for wider in _round_widths(width) if wider > width and wider % width == 0)


def _round_widths(least: Decimal) -> Iterator[Decimal]:
    """Yield the round widths that are not below a number."""
    for power in count(least.adjusted()):
        yield from (width for digit in (1, 2, 5) if (width := Decimal(digit).scaleb(power)) >= least)


def _telling(levels: Iterator[Cuts], distinct: Sequence[Decimal]) -> tuple[Cuts, ...]:
    """Return the first levels that join values, each more than the one before, and not all."""
    found: list[Cuts] = []
    bands = len(distinct)
    for level in levels:
        held = len({bisect_right(level.cuts, number) for number in distinct})
        if 1 < held < bands:
            found.append(level)
            bands = held
    return tuple(found[:LEVELS])


def _is_skewed(cuts: Sequence[Decimal], ordered: Sequence[Decimal]) -> bool:
    """Return whether most records lie in one band, and several numbers in it."""
    places = [0, *(bisect_left(ordered, cut) for cut in cuts), len(ordered)]
    begin, end = max(pairwise(places), key=lambda band: band[1] - band[0])
    return end - begin > SKEWED * len(ordered) and ordered[begin] < ordered[end - 1]


def _shares(ordered: Sequence[Decimal], distinct: Sequence[Decimal]) -> Iterator[Cuts]:
    """Yield the cuts between shares of the records, and then at every second place."""
    number = SHARES
    while number > 1:
        found = {_near_share(ordered, distinct, place / number) for place in range(1, number)}
        cuts = tuple(sorted(cut for cut in found if cut is not None))
        if cuts:
            yield Cuts(cuts, None)
        number //= 2


def _near_share(ordered: Sequence[Decimal], distinct: Sequence[Decimal], share: float) -> Decimal | None:
    """Return the roundest cut below which about a share of the records lies.

    Where one number has the records around it, the cut is above that; None where few are greater.
    """
    low, high = _quantile(ordered, share - SLACK), _quantile(ordered, share + SLACK)
    if low == high:
        if len(ordered) - bisect_right(ordered, low) < SLACK * len(ordered):
            return None
        high = distinct[bisect_right(distinct, low)]
    return _roundest(low, high)


def _roundest(low: Decimal, high: Decimal) -> Decimal:
    """Return the multiple of the greatest round width above one number, and up to another."""
    for power in count(max(low.adjusted(), high.adjusted()) + 1, -1):
        for digit in (5, 2, 1):
            width = Decimal(digit).scaleb(power)
            cut = (high / width).to_integral_value(ROUND_FLOOR) * width
            if cut > low:
                return cut
    raise AssertionError("a power of ten is fine enough")


def _quantile(ordered: Sequence[Decimal], share: float) -> Decimal:
    """Return the number below which a share of the records lies."""
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]
