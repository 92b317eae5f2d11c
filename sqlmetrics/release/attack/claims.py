"""Claims about an original: their known and guessed values, and the results of checks."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

Criterion = Literal["singling_out", "inference", "linkability"]
CRITERIA = ("singling_out", "inference", "linkability")
"""The criteria of the Article 29 Working Party's opinion on anonymisation (2014)."""


class Bound(NamedTuple):
    """A bound that a value is compared with; see at_most and at_least."""

    comparison: str
    value: Any


def at_most(value: Any) -> Bound:
    """Return the condition that an attribute is at most a value, a number or a date."""
    return Bound("<=", value)


def at_least(value: Any) -> Bound:
    """Return the condition that an attribute is at least a value, a number or a date."""
    return Bound(">=", value)


class Claim(NamedTuple):
    """One claim: known and guessed values by column.

    A value is plain, None for NULL, or a Bound.
    """

    criterion: str
    known: Mapping[str, Any]
    guess: Mapping[str, Any]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it names."""
        return (*self.known, *self.guess)


class Tolerance(NamedTuple):
    """The greatest distance of a guessed number from the true one.

    `size` is a distance or, where it is `relative`, a share of the true number's size. It is never
    signed.
    """

    size: float
    relative: bool = True


class Checked(NamedTuple):
    """Whether a claim is true, and the chance that a statistical guess of it is.

    The chance is the share of the individuals who have the guessed values.

    `matching` counts the individuals who have the known and guessed values, `people` all; both are
    0 where nobody was counted.
    """

    correct: bool
    chance: float
    matching: int = 0
    people: int = 0

    def alone(self, size: int) -> float:
        """Return the chance that exactly one of `size` people has the known and guessed values.

        The people are drawn from all people without replacement; where all are drawn, the chance is
        1 or 0. Where the people themselves are drawn from a population, the expected chance is
        n w (1 - w)^(n - 1), for `size` n and a condition of weight w (Cohen and Nissim 2020). It
        does not depend on the number of people who were counted.
        """
        others, rest = self.people - self.matching, size - 1
        if self.matching < 1 or others < rest:
            return 0.0
        if self.matching == 1:
            return size / self.people
        ways = math.log(self.matching) + _choices(others, rest) - _choices(self.people, size)
        return min(math.exp(ways), 1.0)


def _choices(size: int, chosen: int) -> float:
    """Return the logarithm of a binomial coefficient."""
    return math.lgamma(size + 1) - math.lgamma(chosen + 1) - math.lgamma(size - chosen + 1)
