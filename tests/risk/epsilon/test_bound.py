"""The bound of epsilon: by enumeration, by the paper's own program, and for private answers."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, exp, log

import pytest
from scipy.stats import binom, norm

from sqlmetrics.errors import SpecError
from sqlmetrics.risk.epsilon.bound import LEVEL, least_epsilon, least_right, refutation_p_value
from sqlmetrics.risk.epsilon.guesses import best_guesses, gauss_noise
from sqlmetrics.risk.epsilon.meaning import epsilon_meaning


def enumerated(right: int, guesses: int, share: Fraction) -> Fraction:
    """Return the probability of so many right guesses, over all patterns of right and wrong."""
    total = Fraction(0)
    for pattern in product((0, 1), repeat=guesses):
        hits = sum(pattern)
        total += share**hits * (1 - share) ** (guesses - hits) if hits >= right else 0
    return total


def papers(canaries: int, guesses: int, right: int, epsilon: float, delta: float) -> float:
    """Return the p-value as the program in appendix D of the paper computes it, with scipy."""
    share = 1 / (1 + exp(-epsilon))
    alpha = total = 0.0
    for step in range(1, right + 1):
        total += binom.pmf(right - step, guesses, share)
        alpha = max(alpha, total / step)
    return min(float(binom.sf(right - 1, guesses, share)) + 2 * canaries * delta * alpha, 1.0)


@pytest.mark.parametrize("guesses", [1, 2, 5, 9, 12])
def test_the_tail_is_the_sum_over_all_patterns(guesses: int) -> None:
    """Up to 12 guesses, each pattern of right and wrong ones is counted with its probability."""
    for odds in (1, 3):
        share = Fraction(odds, odds + 1)
        for right in {1, guesses // 2, guesses}:
            found = refutation_p_value(right, guesses, log(odds))
            assert found == pytest.approx(float(enumerated(right, guesses, share)), rel=1e-12)


@pytest.mark.parametrize("guesses", [1, 2, 3, 4])
def test_randomised_response_meets_the_bound_and_nothing_is_above_it(guesses: int) -> None:
    """Each coin answered right with 3/4 is ln 3-private: over all coins and answers it is the tail.

    Answers that repeat a coin are no better, whichever it is: the bound holds for each.
    """
    share = Fraction(3, 4)
    both = [*product(product((0, 1), repeat=guesses), repeat=2)]
    for right in range(1, guesses + 1):
        total = Fraction(0)
        for coins, answers in both:
            hits = sum(coin == answer for coin, answer in zip(coins, answers, strict=True))
            weight = share**hits * (1 - share) ** (guesses - hits) / 2**guesses
            total += weight if hits >= right else 0
        assert refutation_p_value(right, guesses, log(3)) == pytest.approx(float(total), rel=1e-12)


@pytest.mark.parametrize(
    ("canaries", "guesses", "right", "epsilon", "delta"),
    [
        (2000, 1368, 1041, 1, 0),
        (2000, 1368, 1041, 1, 1e-5),
        (100, 40, 30, 0.5, 1e-3),
        (12, 12, 12, 1, 0.01),
        (20_000, 15_000, 11_200, 1, 1e-6),
        (50, 30, 3, 2, 0.2),
        (30, 30, 0, 1, 0),
    ],
)
def test_the_p_value_is_the_papers(canaries: int, guesses: int, right: int, epsilon: float, delta: float) -> None:
    """With a delta and without, it is what the paper's program gives."""
    found = refutation_p_value(right, guesses, epsilon, delta, canaries)
    assert found == pytest.approx(papers(canaries, guesses, right, epsilon, delta), rel=1e-10)


@pytest.mark.parametrize("delta", [Fraction(1, 100), Fraction(1, 10)])
def test_the_bound_holds_for_private_answers_with_a_delta(delta: Fraction) -> None:
    """Two mechanisms are (ln 3, delta)-private: they give away each coin, or all, with delta.

    Their numbers of right guesses of six are known exactly, and are no likelier than the bound.
    """
    canaries, share = 6, Fraction(3, 4)

    def tail(of: Fraction, right: int) -> Fraction:
        return sum(
            (comb(canaries, hits) * of**hits * (1 - of) ** (canaries - hits) for hits in range(right, canaries + 1)),
            Fraction(0),
        )

    for right in range(1, canaries + 1):
        bound = refutation_p_value(right, canaries, log(3), float(delta), canaries)
        assert float(tail(delta + (1 - delta) * share, right)) <= bound + 1e-12
        assert float(delta + (1 - delta) * tail(share, right)) <= bound + 1e-12


def test_bounds_by_hand() -> None:
    """Twelve right of twelve: q^12 = 0.05, epsilon = ln(q / (1 - q)); half of them say nothing."""
    share = 0.05 ** (1 / 12)
    assert least_epsilon(12, 12) == pytest.approx(log(share / (1 - share)), rel=1e-9)
    assert least_epsilon(6, 12) == least_epsilon(0, 12) == 0
    assert least_epsilon(2000, 2000) == pytest.approx(6.502964732625, rel=1e-9)


@pytest.mark.parametrize("delta", [0.0, 1e-4])
def test_bound_and_fewest_right_guesses_agree(delta: float) -> None:
    """The bound is where the p-value is 0.05, and a claim is refuted just above its threshold."""
    guesses, canaries = 300, 400
    bounds = [least_epsilon(right, guesses, delta, canaries) for right in range(150, 301, 10)]
    assert bounds == sorted(bounds)
    for right, bound in zip(range(150, 301, 10), bounds, strict=True):
        if bound:
            assert papers(canaries, guesses, right, bound, delta) == pytest.approx(LEVEL, rel=1e-6)
    for epsilon in (0.1, 1, 2):
        fewest = least_right(guesses, epsilon, delta, canaries)
        assert papers(canaries, guesses, fewest, epsilon, delta) <= LEVEL
        assert papers(canaries, guesses, fewest - 1, epsilon, delta) > LEVEL


def test_a_few_guesses_refute_nothing() -> None:
    """Three right of three have a probability of 1/8 without any information."""
    assert least_right(3, 0.1) == 4
    assert best_guesses(3, 0.1) == (0, 0.0)


def test_guesses_are_as_many_as_tell_most() -> None:
    """Beyond one half of a count, the noise of Laplace of scale 1 tells e to 1, in (1 + 1/e) / 2.

    A few more are guessed, as each adds to the sample. With a delta, the tails of Gauss tell more.
    """
    assert 0.684 <= best_guesses(2000, 1)[0] / 2000 <= 0.75
    assert best_guesses(2000, 1)[1] == pytest.approx(0.898, abs=0.001)
    assert best_guesses(2000, 2, 1e-5)[0] < 300


def test_what_an_epsilon_means() -> None:
    """Odds rise by e^epsilon at most, and epsilons of several answers add up."""
    assert epsilon_meaning(log(3)).belief == pytest.approx(0.75)
    assert epsilon_meaning([log(2), log(4)], prior=0.2).belief == pytest.approx(2 / 3)
    assert str(epsilon_meaning(1)) == (
        "An attacker who is sure by 50 % that a person is in the table is sure by 73.1 % at most after an epsilon of 1."
    )
    for wrong in ({"epsilon": 0}, {"epsilon": [1, -1]}, {"epsilon": 1, "prior": 1}):
        with pytest.raises(SpecError, match="is a"):
            epsilon_meaning(**wrong)


def test_the_noise_of_gauss_is_the_least_for_its_delta() -> None:
    """Its delta by Theorem 8 of Balle and Wang is the claimed one, and its tail the normal one."""
    epsilon, delta = 1.0, 1e-5
    tail, farthest = gauss_noise(epsilon, delta)
    deviation = farthest / 4
    near, far = 1 / (2 * deviation), epsilon * deviation
    assert norm.cdf(near - far) - exp(epsilon) * norm.cdf(-near - far) == pytest.approx(delta, rel=1e-6)
    assert [tail(noise) for noise in (0.0, deviation, -deviation)] == pytest.approx(
        [0.5, norm.sf(1.0), norm.sf(-1.0)], rel=1e-12
    )
