"""Ranges of numbers that are known in steps: least and largest values of sums, means, entropies.

As figures, ranges and verdicts have no more digits than are known, and ends rounded outward.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import NamedTuple

from sqlmetrics.certificate.certificate import MeasuredLimit
from sqlmetrics.certificate.figure import LOOSE, Figure


class Range(NamedTuple):
    """A number that lies from `low` to `high`, and about where."""

    low: float
    about: float
    high: float

    @classmethod
    def between(cls, low: float, about: float, high: float) -> Range:
        """Return a range whose middle is held between its ends."""
        return cls(low, min(max(about, low), high), high)

    def clipped(self, low: float = 0.0, high: float = math.inf) -> Range:
        """Return the part of it that lies between two numbers."""
        return Range(*(min(max(one, low), high) for one in self))

    def __sub__(self, other: Range) -> Range:
        return Range(self.low - other.high, self.about - other.about, self.high - other.low)

    def times(self, many: int) -> Range:
        """Return the sum of `many` such numbers."""
        return Range(many * self.low, many * self.about, many * self.high)

    def plus(self, other: Range) -> Range:
        """Return the sum of two numbers."""
        return Range(self.low + other.low, self.about + other.about, self.high + other.high)


def span(shown: int, least: int) -> Range:
    """Return the counts that are shown as a number in steps of `least`."""
    if shown <= 0:
        return Range(0, 0, least - 1)
    return Range(max(-((least - 2 * shown) // 2), least), shown, -((-least - 2 * shown) // 2) - 1)


def total(ranges: Iterable[Range]) -> Range:
    """Return the sum of numbers."""
    found = Range(0, 0, 0)
    for one in ranges:
        found = found.plus(one)
    return found


def at_corners(function: Callable[..., float], *ranges: Range) -> Range:
    """Return the values of a function that is monotone in each of its numbers."""
    values = [function(*corner) for corner in product(*((one.low, one.high) for one in ranges))]
    about = function(*(one.about for one in ranges))
    return Range.between(min(values), about, max(values))


class Part(NamedTuple):
    """People who lie in a mean together: their number, and their sum as a function of it.

    `many` such parts are alike. The sums are least, and most, for a number of people.
    """

    people: Range
    least: Callable[[float], float]
    most: Callable[[float], float]
    many: int = 1


def mean(parts: Sequence[Part], about: float, inner: Callable[[float], float] | None = None) -> Range:
    """Return the range of a sum over people by their number, part by part.

    Sums are convex in the number of people, so that the mean is largest where each number is at an
    end of its range. It is least there, too, where sums are straight lines. Else it may be least
    where the sum grows as fast as the mean: `inner` returns that number of people for a mean.
    """
    if not parts:
        return Range(0, 0, 0)
    most = _best(parts, largest=True)
    least = _best(parts, largest=False, inner=inner)
    return Range.between(least, about, most)


def _best(parts: Sequence[Part], *, largest: bool, inner: Callable[[float], float] | None = None) -> float:
    """Return the largest or least mean by Dinkelbach's steps from a mean to its best."""
    sign = 1 if largest else -1
    value = -math.inf if largest else math.inf
    for _ in range(100):
        people = sums = 0.0
        for part in parts:
            gives = part.most if largest else part.least
            choices = [part.people.low, part.people.high]
            if inner is not None and not largest and math.isfinite(value):
                choices.append(min(max(inner(value), part.people.low), part.people.high))
            if math.isfinite(value):
                number = max(choices, key=lambda one: sign * (gives(one) - value * one))
            else:
                number = part.people.about
            people += part.many * number
            sums += part.many * gives(number)
        if not people:
            return 0.0
        reached = sums / people
        if sign * (reached - value) <= LOOSE * max(1.0, abs(value)) and math.isfinite(value):
            return max(reached, value) if largest else min(reached, value)
        value = reached
    return value


def n_log_n(number: float) -> float:
    """Return n log2 n, 0 for none."""
    return number * math.log2(number) if number > 0 else 0.0


class Tails(NamedTuple):
    """Shares of people from each place on: all first, then all but the people of place 1, ..

    `rest` is the share of people who may be in places after the last one, and `places` the number
    of these places.
    """

    shares: tuple[float, ...]
    rest: float
    places: float


def least_entropy(tails: Tails) -> float:
    """Return the least entropy of shares whose tails are at least these, in bits.

    Shares with the least tails majorize all others.
    """
    shares = [one - other for one, other in zip(tails.shares, (*tails.shares[1:], 0.0), strict=True)]
    return -sum(share * math.log2(share) for share in shares if share > 0) or 0.0


def most_entropy(tails: Tails) -> float:
    """Return the largest entropy of falling shares whose tails are at most these, in bits.

    It is the entropy of the shares that all others majorize: the slopes of the least concave line
    above the sums of their first places. Places after the last have equal shares.
    """
    apart = (one - other for one, other in zip(tails.shares, (*tails.shares[1:], tails.rest), strict=True))
    blocks: list[tuple[float, float]] = []
    for width, share in (*((1.0, one) for one in apart), (tails.places, tails.rest)):
        own = (width, share)
        if width <= 0:
            continue
        while blocks and blocks[-1][1] * own[0] < own[1] * blocks[-1][0]:
            own = (own[0] + blocks[-1][0], own[1] + blocks[-1][1])
            blocks.pop()
        blocks.append(own)
    return -sum(share * math.log2(share / width) for width, share in blocks if share > 0) or 0.0


def least_class_entropy(tails: Sequence[float]) -> float:
    """Return the least mean entropy within groups whose people have these tails together, in bits.

    Shares that fall are a mixture of even ones over the first j places, and by concavity a group's
    entropy is at least the mixture of their logarithms.
    """
    steps = [n_log_n(place) - n_log_n(place - 1) for place in range(1, len(tails) + 1)]
    return sum(share * (step - before) for share, step, before in zip(tails[1:], steps[1:], steps, strict=False))


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


NARROW, NARROW_SHARE = 0.1, 0.05
"""How far apart the ends may be of what is about a number, as a part of it, and of a share."""


def near_or_between(low: float, value: float, high: float, most: float = math.inf) -> Figure:
    """Return what a number is about where its ends are near each other, or what it lies between.

    A number of at `most` 1 is a share.
    """
    near = NARROW_SHARE if most == 1.0 else NARROW * abs(value)
    return Figure(value, "about" if high - low <= near else "between", None, low, high)


def about_range(range_: Range, *, limits: tuple[float, float] = (0.0, math.inf), whole: bool = False) -> Figure:
    """Return what a number is about, or lies between, or a bound, or nothing.

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
    return near_or_between(low, near, high, limits[1])


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
