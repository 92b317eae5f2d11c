"""What a number of right guesses says of epsilon: a p-value, and a lower bound.

Steinke, Nasr and Jagielski, Privacy Auditing with One (1) Training Run (2023). Each of m canaries
is put in by a fair coin, and r coins are guessed from the answer. Where that is private, the right
guesses are at most B + N in distribution (their Theorem 5.2). B is binomial of r and
e^epsilon / (1 + e^epsilon). N does not depend on B, and has a mean of at most 2 m delta. With
f(v) = P(B >= v)

    P(B + N >= v) = f(v) + sum over n of P(N = n) (f(v - n) - f(v))
                 <= f(v) + 2 m delta max over n of (f(v - n) - f(v)) / n.
"""

from __future__ import annotations

from math import exp, lgamma, log

from sqlmetrics.risk.intervals.proportions import beta_share, clopper_pearson
from sqlmetrics.scoring.sample.roots import root

LEVEL = 0.05
"""The most probability with which an honest claim is refuted."""


def refutation_p_value(right: int, guesses: int, epsilon: float, delta: float = 0.0, canaries: int = 0) -> float:
    """Return the most probability of the right guesses or more under a claim, from 0 to 1.

    `canaries` are all of them, guessed or not, which matter where delta is above 0.
    """
    if right <= 0:
        return 1.0
    share = 1 / (1 + exp(-epsilon))
    tail = beta_share(share, right, guesses - right + 1)
    if delta > 0:
        tail += 2 * canaries * delta * _steepest(right, guesses, share)
    return min(tail, 1.0)


def _steepest(right: int, guesses: int, share: float) -> float:
    """Return the most of (f(v - n) - f(v)) / n over n from 1 to v, where v is `right`."""
    import numpy as np

    first = right - 1
    choices = lgamma(guesses + 1) - lgamma(first + 1) - lgamma(guesses - first + 1)
    begin = choices + first * log(share) + (guesses - first) * log(1 - share)
    hits = np.arange(first, 0, -1)
    steps = np.log(hits) - np.log(guesses - hits + 1) + log((1 - share) / share)
    masses = np.exp(begin + np.concatenate([[0.0], np.cumsum(steps)]))
    return float(np.max(np.cumsum(masses) / np.arange(1, right + 1)))


def least_epsilon(right: int, guesses: int, delta: float = 0.0, canaries: int = 0) -> float:
    """Return the lower bound of epsilon at 95 %, 0 where the guesses say nothing."""
    share = clopper_pearson(right, guesses, LEVEL).low
    if share <= 0.5:
        return 0.0
    highest = log(share / (1 - share))
    if delta == 0:
        return highest
    bound = root(lambda epsilon: refutation_p_value(right, guesses, epsilon, delta, canaries) - LEVEL, 0.0, highest)
    return bound or 0.0


def least_right(guesses: int, epsilon: float, delta: float = 0.0, canaries: int = 0) -> int:
    """Return the fewest right guesses that refute a claim; one more than all where none do."""
    low, high = 0, guesses + 1
    while high - low > 1:
        middle = (low + high) // 2
        refuted = refutation_p_value(middle, guesses, epsilon, delta, canaries) <= LEVEL
        low, high = (low, middle) if refuted else (middle, high)
    return high
