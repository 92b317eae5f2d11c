"""The number of coins that are guessed, which is fixed before an answer is seen."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from statistics import NormalDist

from sqlmetrics.risk.epsilon.bound import least_epsilon, least_right
from sqlmetrics.scoring.sample.roots import root

Tail = Callable[[float], float]
"""A function that returns the probability of noise above a number."""

STEPS = 40
"""The thresholds that are tried."""


def best_guesses(canaries: int, epsilon: float, delta: float = 0.0) -> tuple[int, float]:
    """Return the guesses that give the best bound of a mechanism as claimed, and that bound.

    The mechanism adds the noise of Laplace, or with a delta the noise of Gauss, to counts. A coin
    is guessed where the answer is further from a half than a threshold, by its side. Numbers of
    guesses that could not refute the claim are left out; there are none where no number can.
    """
    tail, farthest = laplace_noise(epsilon) if delta == 0 else gauss_noise(epsilon, delta)
    best = (0, -1.0)
    for step in range(STEPS + 1):
        place = farthest * step / STEPS - 0.5
        right, wrong = tail(place), tail(place + 1)
        guesses = round(canaries * (right + wrong))
        if least_right(guesses, epsilon, delta, canaries) <= guesses:
            bound = least_epsilon(int(guesses * right / (right + wrong)), guesses, delta, canaries)
            best = max(best, (guesses, bound), key=lambda found: found[1])
    return best[0], max(best[1], 0.0)


def laplace_noise(epsilon: float) -> tuple[Tail, float]:
    """Return the tail of the noise of Laplace for a count, and the farthest threshold."""
    return lambda noise: exp(-epsilon * noise) / 2 if noise >= 0 else 1 - exp(epsilon * noise) / 2, 0.5


def gauss_noise(epsilon: float, delta: float) -> tuple[Tail, float]:
    """Return the same of the least noise of Gauss for a count (Balle and Wang 2018, Theorem 8)."""
    below = NormalDist().cdf

    def excess(deviation: float) -> float:
        near, far = 1 / (2 * deviation), epsilon * deviation
        return below(near - far) - exp(epsilon) * below(-near - far) - delta

    deviation = root(excess, 1e-3, 1e4) or 1e4
    return lambda noise: below(-noise / deviation), 4 * deviation
