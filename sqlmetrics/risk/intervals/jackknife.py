"""The variance of a score from leaving out one record, and two, of a table of counts.

The variance of a symmetric statistic is a sum of parts of one record, of pairs, and so on (Efron
and Stein 1981, The jackknife estimate of variance, Annals of Statistics 9). Leaving out one record
counts the part of pairs twice, which matters where nearly every record is alone in its class;
leaving out two shows how large that part is.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from sqlmetrics.risk.intervals.proportions import NORMAL

if TYPE_CHECKING:
    from sqlmetrics.risk.intervals.shapes import Numbers

Bounds = tuple[float, float]
"""The low and the high end of an interval."""


def entropy_term(counts: Numbers, corrected: bool = False) -> Numbers:
    """Return n ln n, or n ln n - 1/2 for the Miller-Madow entropies; 0 where n is 0."""
    import numpy as np

    whole = np.maximum(counts, 1)
    term = whole * np.log(whole) - (0.5 if corrected else 0.0)
    return np.where(counts > 0, term, 0.0)


def entropy_less(counts: Numbers, corrected: bool = False) -> Numbers:
    """Return what one record less takes away from the term of a count of at least 1.

    It is ln n - (n - 1) ln(1 - 1/n), which keeps its digits where n is large.
    """
    import numpy as np

    many = np.maximum(counts, 2)
    less = np.log(many) - (many - 1) * np.log1p(-1 / many)
    return np.where(counts > 1, less, -0.5 if corrected else 0.0)


def entropy_twice(counts: Numbers, corrected: bool = False) -> Numbers:
    """Return the second difference of the term of a count, 0 for a count below 2."""
    import numpy as np

    many = np.maximum(counts, 2)
    return np.where(counts > 1, entropy_less(many, corrected) - entropy_less(many - 1, corrected), 0.0)


def variance(changes: Numbers, weights: Numbers, pairs: float) -> float:
    """Return the variance of a score.

    Parameters
    ----------
    changes
        What the score changes by where one record is left out, up to a constant.
    weights
        How many records have each change.
    pairs
        The sum over pairs of records of the square of what leaving out both changes more than
        leaving out each. It is taken off, to half of the variance at most.
    """
    records = weights.sum()
    mean = (weights * changes).sum() / records
    single = float((weights * (changes - mean) ** 2).sum() * (records - 1) / records)
    return max(single - pairs, single / 2)


def normal(value: float, spread: float) -> tuple[float, float]:
    """Return the interval around a value with a variance."""
    return value - NORMAL * sqrt(spread), value + NORMAL * sqrt(spread)


def of_share(share: float, spread: float, records: float, event: float) -> Bounds:
    """Return the interval of a share of records with a variance.

    It holds the normal one, with one record more of variance, and Wilson's (1927) of `records` /
    `event` draws. So a share of 0 or 1 has a bound too: that of a table in which about four events,
    of `event` records each, may not have shown.
    """
    low, high = normal(share, spread + 1 / records**2)
    shift = NORMAL * NORMAL * event / records
    half = NORMAL * sqrt(spread + shift * event / records / 4)
    low = min(low, (share + shift / 2 - half) / (1 + shift))
    high = max(high, (share + shift / 2 + half) / (1 + shift))
    return max(low, 0.0) if share > 0 else 0.0, min(high, 1.0) if share < 1 else 1.0
