"""A number as a reader gets it: itself, a bound on it, or why there is none."""

from __future__ import annotations

from typing import Literal, NamedTuple

Form = Literal[
    "is", "about", "between", "estimated", "under", "over", "up to", "at least", "withheld", "undefined", "infinite"
]
"""What a figure says of its value: that it is itself, near it, estimated, a bound, or nothing."""

LOOSE = 1e-9
"""The share of a number by which it may be off, for the digits that sums lose."""


class AtMost(NamedTuple):
    """The end that a figure is surely not above, which claims that nothing is more need."""

    number: float


class AtLeast(NamedTuple):
    """The end that a figure is surely not below, which claims that nothing is less need."""

    number: float


class Figure(NamedTuple):
    """A number as a reader gets it.

    `form` says whether `value` is the number itself or a bound on it; with `withheld`, `undefined`
    and `infinite` there is no value, and `reason` says why. What it is `about`, or what is
    `between` ends that are further apart, lies from `low` to `high`. What is `estimated` has these
    ends of its 95 % interval where they are known.
    """

    value: float | None
    form: Form = "is"
    reason: str | None = None
    low: float | None = None
    high: float | None = None

    @property
    def most(self) -> AtMost | None:
        """The end that it is surely not above, None where that is not known."""
        ends = {"is": self.value, "about": self.high, "between": self.high, "up to": self.value, "under": self.value}
        end = ends.get(self.form)
        return None if end is None else AtMost(end)

    @property
    def least(self) -> AtLeast | None:
        """The end that it is surely not below, None where that is not known."""
        ends = {"is": self.value, "about": self.low, "between": self.low, "at least": self.value, "over": self.value}
        end = ends.get(self.form)
        return None if end is None else AtLeast(end)

    def allows(self, number: float) -> bool:
        """Return whether the figure is true of a number."""
        slack = LOOSE * max(1.0, abs(number))
        above = self.most is not None and number > self.most.number + slack
        below = self.least is not None and number < self.least.number - slack
        return not (above or below)
