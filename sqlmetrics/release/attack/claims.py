"""Claims about an original: what is known, what is guessed, and what a check of them says."""

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
    """Return the condition that an attribute is at most a number or a date."""
    return Bound("<=", value)


def at_least(value: Any) -> Bound:
    """Return the condition that an attribute is at least a number or a date."""
    return Bound(">=", value)


class Claim(NamedTuple):
    """One claim: what is known and what is guessed, by column.

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
    """How far a guessed number may be from the true one.

    `size` is a distance or, where it is `relative`, a share of the true number's size. It is never
    signed.
    """

    size: float
    relative: bool = True


class Checked(NamedTuple):
    """Whether a claim is true, and the chance that a statistical guess of it is.

    The chance is the share of the individuals who have the guessed values.

    `matching` are the individuals who have what it knows and guesses, `people` are all; both are 0
    where nobody was counted.
    """

    correct: bool
    chance: float
    matching: int = 0
    people: int = 0

    def alone(self, size: int) -> float:
        """Return the chance that exactly one of so many people has what is known and guessed.

        They are drawn of all people without replacement.

        For all of them this is 1 or 0. Over people who are drawn from a population it is what that
        many people are expected to hold, n w (1 - w)^(n - 1) for a condition of weight w (Cohen and
        Nissim 2020), whatever the number of people who were counted.
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
