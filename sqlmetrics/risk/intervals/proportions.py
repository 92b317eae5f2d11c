"""Intervals of a share of trials: Wilson's, and the exact one of Clopper and Pearson."""

from __future__ import annotations

import math
from typing import NamedTuple

from sqlmetrics.scoring.sample.roots import root

TAIL = 0.025
"""The probability beyond each end of a 95 % interval."""

NORMAL = 1.959963984540054
"""The quantile of the normal distribution that leaves `TAIL` beyond it."""

TERMS = 20_000
"""The most terms of a continued fraction."""


class ShareInterval(NamedTuple):
    """The ends of an interval."""

    low: float
    high: float


def wilson(share: float, trials: float) -> ShareInterval:
    """Return the 95 % interval of a share of a number of trials by Wilson (1927)."""
    square = NORMAL * NORMAL
    centre = (share * trials + square / 2) / (trials + square)
    half = NORMAL / (trials + square) * math.sqrt(trials * share * (1 - share) + square / 4)
    return ShareInterval(max(centre - half, 0.0), min(centre + half, 1.0))


def clopper_pearson(hits: float, trials: float, tail: float = TAIL) -> ShareInterval:
    """Return the exact interval of a share by Clopper and Pearson (1934).

    `tail` is the probability beyond each end. `hits` need not be whole: a half counts as one.
    """
    low = 0.0 if hits <= 0 else beta_quantile(tail, hits, trials - hits + 1)
    high = 1.0 if hits >= trials else beta_quantile(1 - tail, hits + 1, trials - hits)
    return ShareInterval(low, high)


def beta_quantile(probability: float, one: float, other: float) -> float:
    """Return the value that a beta variable is below with a probability between 0 and 1."""
    value = root(lambda at: beta_share(at, one, other) - probability, 0.0, 1.0)
    assert value is not None  # noqa: S101 - the share rises from 0 to 1
    return value


def beta_share(value: float, one: float, other: float) -> float:
    """Return the probability that a beta variable is below a value: the incomplete beta function.

    By its continued fraction (DLMF 8.17.22), on the side where that converges fast.
    """
    if value <= 0 or value >= 1:
        return float(value >= 1)
    if value > (one + 1) / (one + other + 2):
        return 1 - beta_share(1 - value, other, one)
    logs = one * math.log(value) + other * math.log1p(-value)
    scale = math.lgamma(one + other) - math.lgamma(one) - math.lgamma(other)
    return math.exp(logs + scale) / one / _fraction(value, one, other)


def _fraction(value: float, one: float, other: float) -> float:
    """Return 1 + d1 / (1 + d2 / (1 + ..)) by the method of Lentz."""
    total, above, below = 1.0, 1.0, 0.0
    for term in range(1, TERMS):
        half, odd = divmod(term, 2)
        if odd:
            factor = -(one + half) * (one + other + half) / ((one + 2 * half) * (one + 2 * half + 1))
        else:
            factor = half * (other - half) / ((one + 2 * half - 1) * (one + 2 * half))
        above = 1 + factor * value / above or 1e-300
        below = 1 / (1 + factor * value * below or 1e-300)
        total *= above * below
        if abs(above * below - 1) < 1e-16:
            break
    return total
