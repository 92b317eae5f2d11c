"""Honest and broken mechanisms of counts, and guesses of coins from their answers, by numpy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm

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
    turned: Numbers = np.where(draw.random(counts.shape) < 1 / (1 + np.exp(epsilon)), 1 - counts, counts)
    return turned


def right_guesses(answers: Numbers, coins: Numbers, guesses: int) -> Numbers:
    """Return the right guesses of each run: the largest answers are in, and the smallest out."""
    order = np.argsort(-answers, axis=1, kind="stable")
    ranked = np.take_along_axis(coins, order, axis=1)
    inside = ranked[:, : guesses - guesses // 2].sum(axis=1)
    outside = (1 - ranked[:, coins.shape[1] - guesses // 2 :]).sum(axis=1)
    return np.asarray(inside + outside)


HONEST: dict[str, tuple[Mechanism, float]] = {
    "Laplace": (laplace, 0.0),
    "geometric": (geometric, 0.0),
    "randomised response": (randomised_response, 0.0),
    "Gauss": (gauss, DELTA),
}
"""Mechanisms that keep their epsilon, with their delta."""


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
