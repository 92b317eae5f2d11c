"""Numbers as the public gets them: rounded, in steps, or as bounds on what small groups are."""

from __future__ import annotations

import math
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Figure, SmallGroups

DIGITS = 3
"""The significant digits of public numbers."""

WHY = "an exact number would tell more of small groups"
"""The reason why a public figure is a bound, or withheld."""

BY_DIFFERENCE = "the number of people in small groups would follow by subtraction"
"""The reason given where the largest of several counts is not shown."""


WITHHELD = Figure(None, "withheld", WHY)


class Crowd(NamedTuple):
    """The people that figures are about, as far as the public may know them.

    Groups of fewer than `least` people are small; `hidden` says whether there may be some, and
    `small` what they are like, None where that is not known. Counts are `coarse` where a count of
    fewer than `least` people would follow from the others, by subtraction or by their remainders.
    In so few people that there is room for one group of `least` at most, no count is public.
    """

    least: int
    people: int
    hidden: bool
    small: SmallGroups | None = None
    coarse: bool = False

    @property
    def step(self) -> float:
        """The share of people that one small group has at most."""
        return self.least / max(self.people, 1)

    @property
    def tiny(self) -> bool:
        """Whether any count would say how small the small groups are."""
        return self.hidden and self.people < 2 * self.least


def few(count: float | None, least: int) -> bool:
    """Return whether a count is of some people, but of fewer than `least`."""
    return count is not None and 0 < count < least


def coarse(small: int, least: int) -> bool:
    """Return whether small groups of so many people call for coarse counts.

    With `least` 3 a small group is of one or two people: an odd number has one who is alone.
    """
    return few(small, least) or (least <= 3 and small > 0)


def rounded(value: float) -> float:
    """Return a number to three significant digits."""
    return float(f"{value:.{DIGITS}g}")


def outward(value: float, up: bool) -> float:
    """Return a number to three significant digits, none of which makes it less, or more."""
    near = rounded(value)
    if near == value or (near > value) == up or value == 0:
        return near
    unit = 10.0 ** (math.floor(math.log10(abs(value))) - DIGITS + 1)
    return rounded(near + unit if up else near - unit)


def counted(count: float, crowd: Crowd, base: int = 1) -> Figure:
    """Return a number of people, in steps of `base` where not all of it may be known."""
    if count and crowd.tiny:
        return WITHHELD
    if count == 0 or (count == crowd.people and not few(count, crowd.least)):
        return Figure(count)
    if few(count, crowd.least):
        return Figure(crowd.least, "under", WHY)
    base = 2 * crowd.least if crowd.coarse else base
    near = rounded(math.floor(count / base + 0.5) * base) if base > 1 else rounded(count)
    return Figure(crowd.people, "up to") if near > crowd.people > count else Figure(near)


def share(people: Figure, crowd: Crowd) -> Figure:
    """Return a number of people as a share of all."""
    return people if people.value is None else people._replace(value=rounded(people.value / max(crowd.people, 1)))


def averaged(value: float, crowd: Crowd, unit: str) -> Figure:
    """Return an average over people, no finer than what one small group changes."""
    if not crowd.hidden:
        return Figure(rounded(value))
    step = crowd.step * (math.log2(max(crowd.people, 2)) if unit in {"bits", "nats"} else 1)
    return Figure(rounded(math.floor(value / step + 0.5) * step))


def alone(metric: str, value: float, crowd: Crowd) -> Figure:
    """Return the bound of a figure of the identity, as if everybody in small groups were alone."""
    if crowd.small is None or crowd.coarse or crowd.tiny:
        return WITHHELD
    people, small = crowd.people, crowd.small
    bits = small.bits / people
    share = bits / math.log2(people) if people > 1 else 0.0
    most = {
        "average_prosecutor_risk": value + (small.people - small.groups) / people,
        "distinction": value + (small.people - small.groups) / people,
        "separation": value + small.pairs / (people * max(people - 1, 1)),
        "discrimination_rate": value + share,
        "mutual_information": value + bits,
        "conditional_privacy": 1 - (1 - value) * 2**-bits,
    }
    if metric in most:
        return Figure(outward(most[metric], up=True), "up to", WHY)
    least = {"conditional_entropy": value - bits, "normalized_conditional_entropy": value - share}
    return Figure(max(outward(least[metric], up=False), 0.0), "at least", WHY)


def certainty(value: float, people: int, least: int) -> Figure:
    """Return how sure a guess is in a group, by tenths where fewer than `least` are otherwise."""
    right = round(value * people)
    if few(people - right, least) or few(right, least):
        return Figure(math.floor(value * 10 + 1e-9) / 10, "at least", WHY)
    return Figure(rounded(value))
