"""Honest mechanisms are seldom refuted, and broken ones are, as far as sizes of answers tell."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import binom, norm

from sqlmetrics.risk.epsilon.bound import LEVEL, epsilon_bound, least_right
from sqlmetrics.risk.epsilon.guesses import best_guesses

Numbers = np.ndarray
Mechanism = Callable[[np.random.Generator, Numbers, float], Numbers]

DELTA = 1e-3
"""The delta of the noise of Gauss."""


def laplace(draw: np.random.Generator, counts: Numbers, epsilon: float) -> Numbers:
    """Return counts with the noise of Laplace."""
    return counts + draw.laplace(0, 1 / epsilon, counts.shape)


def geometric(draw: np.random.Generator, counts: Numbers, epsilon: float) -> Numbers:
    """Return counts with geometric noise, which is whole."""
    share = 1 - np.exp(-epsilon)
    return counts + draw.geometric(share, counts.shape) - draw.geometric(share, counts.shape)


def gauss(draw: np.random.Generator, counts: Numbers, epsilon: float) -> Numbers:
    """Return counts with the least noise of Gauss that has DELTA."""

    def excess(sigma: float) -> float:
        near, far = 1 / (2 * sigma), epsilon * sigma
        return float(norm.cdf(near - far) - np.exp(epsilon) * norm.cdf(-near - far) - DELTA)

    return counts + draw.normal(0, brentq(excess, 0.01, 1000), counts.shape)


def randomised_response(draw: np.random.Generator, counts: Numbers, epsilon: float) -> Numbers:
    """Return each count of 0 or 1 turned to the other with probability 1 / (1 + e^epsilon)."""
    return np.where(draw.random(counts.shape) < 1 / (1 + np.exp(epsilon)), 1 - counts, counts)


def right_guesses(answers: Numbers, coins: Numbers, guesses: int) -> Numbers:
    """Return the right guesses of each run: the largest answers are in, and the smallest out."""
    order = np.argsort(-answers, axis=1, kind="stable")
    ranked = np.take_along_axis(coins, order, axis=1)
    return ranked[:, : guesses - guesses // 2].sum(axis=1) + (1 - ranked[:, coins.shape[1] - guesses // 2 :]).sum(
        axis=1
    )


@pytest.mark.parametrize(
    ("mechanism", "delta"), [(laplace, 0.0), (geometric, 0.0), (randomised_response, 0.0), (gauss, DELTA)]
)
def test_honest_answers_are_refuted_in_five_percent_at_most(mechanism: Mechanism, delta: float) -> None:
    """Of 400 runs with 400 canaries, no more are refuted than chance gives at a rate of 5 %."""
    draw = np.random.default_rng(63)
    guesses, _ = best_guesses(400, 1.0, delta)
    coins = draw.integers(0, 2, (400, 400))
    right = right_guesses(mechanism(draw, coins, 1.0), coins, guesses)
    refuted = int((right >= least_right(guesses, 1.0, delta, 400)).sum())
    assert refuted <= binom.ppf(0.999, 400, LEVEL)


def grid(draw: np.random.Generator, counts: Numbers, epsilon: float) -> Numbers:
    """Return counts with Laplace's noise on a grid of eighths."""
    return np.round(8 * laplace(draw, counts, epsilon)) / 8


BROKEN: dict[str, tuple[Mechanism, bool]] = {
    "two rows of a person are forgotten": (lambda draw, counts, epsilon: laplace(draw, 2 * counts, epsilon), True),
    "no noise": (lambda draw, counts, epsilon: counts * 1.0, True),
    "one seed for all cells": (lambda draw, counts, epsilon: counts + draw.laplace(0, 1 / epsilon, (20, 1)), True),
    "two answers, each with all of the budget": (
        lambda draw, counts, epsilon: laplace(draw, counts, epsilon) + laplace(draw, counts, epsilon),
        True,
    ),
    "an answer only where somebody is": (
        lambda draw, counts, epsilon: np.where(counts > 0, laplace(draw, counts, epsilon), -np.inf),
        True,
    ),
    "rounded afterwards": (lambda draw, counts, epsilon: np.round(laplace(draw, counts, epsilon)), False),
    "at least 0 afterwards": (lambda draw, counts, epsilon: np.maximum(laplace(draw, counts, epsilon), 0), False),
    "a grid of floating-point numbers": (grid, False),
}
"""Mechanisms of a claimed epsilon of 1, and whether most runs refute them.

What is done to answers afterwards keeps epsilon. A grid gives secrets away in the digits of
answers, at which guesses by size do not look.
"""


@pytest.mark.parametrize("name", BROKEN)
def test_broken_mechanisms_are_refuted_where_sizes_tell(name: str) -> None:
    """Of 20 runs with 2,000 canaries, 17 or more refute broken ones, and 4 at most others."""
    mechanism, broken = BROKEN[name]
    draw = np.random.default_rng(7)
    guesses, _ = best_guesses(2000, 1.0)
    coins = draw.integers(0, 2, (20, 2000))
    right = right_guesses(mechanism(draw, coins, 1.0), coins, guesses)
    refuted = int((right >= least_right(guesses, 1.0)).sum())
    assert refuted >= 17 if broken else refuted <= 4


def test_bounds_are_near_the_claim() -> None:
    """Of Laplace's noise with 2,000 canaries, the median bound is within a fifth of the epsilon."""
    for epsilon in (0.5, 1.0, 2.0, 4.0):
        draw = np.random.default_rng(1)
        guesses, expected = best_guesses(2000, epsilon)
        coins = draw.integers(0, 2, (50, 2000))
        right = int(np.median(right_guesses(laplace(draw, coins, epsilon), coins, guesses)))
        assert epsilon_bound(right, guesses) == pytest.approx(expected, rel=0.1)
        assert 0.8 * epsilon <= epsilon_bound(right, guesses) <= epsilon
