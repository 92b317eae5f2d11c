"""Honest mechanisms are seldom refuted, and broken ones are, as far as sizes of answers tell."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from mechanisms import BROKEN, HONEST, laplace, right_guesses
from sqlmetrics.risk.epsilon.bound import LEVEL, least_epsilon, least_right
from sqlmetrics.risk.epsilon.guesses import best_guesses


@pytest.mark.parametrize("name", HONEST)
def test_honest_answers_are_refuted_in_five_percent_at_most(name: str) -> None:
    """Of 400 runs with 400 canaries, no more are refuted than chance gives at a rate of 5 %."""
    mechanism, delta = HONEST[name]
    draw = np.random.default_rng(63)
    guesses, _ = best_guesses(400, 1.0, delta)
    coins = draw.integers(0, 2, (400, 400))
    right = right_guesses(mechanism(draw, coins, 1.0), coins, guesses)
    refuted = int((right >= least_right(guesses, 1.0, delta, 400)).sum())
    assert refuted <= binom.ppf(0.999, 400, LEVEL)


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
        assert least_epsilon(right, guesses) == pytest.approx(expected, rel=0.1)
        assert 0.8 * epsilon <= least_epsilon(right, guesses) <= epsilon
