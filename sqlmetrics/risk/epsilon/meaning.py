"""What an epsilon means for a person: the most that an attacker's belief can rise."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, fsum
from typing import NamedTuple

from sqlmetrics.errors import SpecError


class EpsilonMeaning(NamedTuple):
    """The most that an answer can tell an attacker, who believed something with a `prior`.

    `belief` is the most after one answer of this `epsilon`, or after all of several, whose
    epsilons add up.
    """

    epsilon: float
    prior: float
    belief: float

    def __str__(self) -> str:
        return (
            f"An attacker who is sure by {belief_text(self.prior)} that a person is in the table is sure by"
            f" {belief_text(self.belief)} at most after an epsilon of {self.epsilon:.4g}."
        )


def belief_text(share: float) -> str:
    """Return a belief in percent, with a digit where it is not near 0 or 1, and more there."""
    digits = 1 if 0.01 <= share <= 0.99 else 3
    return f"{100 * share:.{digits}f}".rstrip("0").rstrip(".") + " %"


def epsilon_meaning(epsilon: float | Iterable[float], prior: float = 0.5) -> EpsilonMeaning:
    """Return the most that an attacker can believe after answers of an epsilon, or of several.

    By the rule of Bayes with a likelihood ratio of e^epsilon, the most of a private answer (Dwork
    and Roth 2014, section 2.3).

    Parameters
    ----------
    epsilon
        The epsilon of an answer, or several epsilons, which add up.
    prior
        How sure an attacker is beforehand, between 0 and 1.

    Raises
    ------
    SpecError
        For numbers out of their ranges.
    """
    total = fsum(checked_epsilon(one) for one in ([epsilon] if isinstance(epsilon, int | float) else epsilon))
    if not 0 < prior < 1:
        raise SpecError(f"`prior` is a probability between 0 and 1 (found: {prior:g})")
    return EpsilonMeaning(total, prior, most_belief(total, prior))


def most_belief(epsilon: float, prior: float) -> float:
    """Return the most belief after answers of an epsilon, 0 or more, in all."""
    return prior / (prior + (1 - prior) * exp(-epsilon))


def checked_epsilon(epsilon: float) -> float:
    """Return an epsilon. Raises SpecError where it is out of its range."""
    if not 0 < epsilon <= 50:
        raise SpecError(f"`epsilon` is a number above 0, up to 50 (found: {epsilon:g})")
    return epsilon
