"""Multidimensional recoding as a result, beside the full-domain recoding with the least loss."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlmetrics.advice.result import Advice
from sqlmetrics.spec.release import Strategy


class ColumnCuts(NamedTuple):
    """A quasi-identifier with the cuts that were made in it, and its values in the release."""

    column: str
    cuts: int
    values: int


@dataclass(frozen=True, repr=False, kw_only=True)
class MultidimensionalAdvice(Advice):
    """Classes that median cuts make and that keep the thresholds, each with its own values.

    Nothing is suppressed, and no level holds for all records, so that `levels` is None. The cuts
    are not searched for the least loss: `proven` is False.

    Attributes
    ----------
    strategy
        How the classes were made: mondrian, or mondrian_relaxed.
    classes, rounds
        The number of classes, and of rounds of cuts.
    cuts
        Each quasi-identifier with its cuts.
    full_domain
        The recoding of whole columns with the least loss, by the same measure.
    """

    strategy: Strategy
    classes: int
    rounds: int
    cuts: tuple[ColumnCuts, ...]
    full_domain: Advice

    @property
    def levels(self) -> None:
        """None: the values of a column differ from class to class."""

    @property
    def release(self) -> dict[str, Any]:
        """The release that is advised, in the words of a spec."""
        return {"strategy": self.strategy}

    def to_dict(self) -> dict[str, Any]:
        """Return the advice as its JSON, with the full-domain recoding beside it."""
        own = {"classes": self.classes, "rounds": self.rounds, "cuts": [one._asdict() for one in self.cuts]}
        return {"strategy": self.strategy, **super().to_dict(), **own, "full_domain": self.full_domain.to_dict()}
