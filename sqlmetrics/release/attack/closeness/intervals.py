"""Intervals of what tells members from others: an area under a curve, and a difference."""

from __future__ import annotations

import math

from sqlmetrics.risk.intervals.proportions import TAIL, ShareInterval, wilson


def of_ranks(auc: float, variance: float | None, fewest: float) -> ShareInterval:
    """Return the 95 % interval of an area under the ROC curve.

    It is Wilson's of as many trials as would have the variance, that of DeLong, DeLong and
    Clarke-Pearson (1988), so that it stays within 0 and 1. Where the variance is 0, as where all
    members are nearer, it is of the `fewest` people of both groups: no area varies more than a
    share of so many (van Dantzig 1951).
    """
    trials = auc * (1 - auc) / variance if variance else fewest
    return wilson(auc, max(trials, fewest))


def of_difference(difference: float, members: float, others: float) -> ShareInterval:
    """Return the 95 % interval of the largest difference of two distributions.

    Each is within sqrt(ln(2/a) / 2n) of its sample everywhere at once but for a probability a, here
    of `TAIL` (Dvoretzky, Kiefer and Wolfowitz 1956; the constant by Massart 1990).
    """
    margin = sum(math.sqrt(math.log(2 / TAIL) / (2 * size)) for size in (members, others))
    return ShareInterval(max(difference - margin, 0.0), min(difference + margin, 1.0))
