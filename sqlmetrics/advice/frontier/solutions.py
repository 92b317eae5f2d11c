"""The frontier as a result: the minimal recodings with their losses, scores and risk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlmetrics.risk.scores import ReleaseScores

RISK = "average_prosecutor_risk"
"""The risk of a picture of the frontier: thresholds of the worst class are alike in all of it."""


class SolutionScore(NamedTuple):
    """The score of a recoding that a threshold is on; None is undefined."""

    metric: str
    target: str
    partition: str | None
    value: float | None


class Solution(NamedTuple):
    """A minimal recoding: the level of each column, its loss, and the records that it suppresses.

    The cheapest are scored: `scores` has the scores that the thresholds are about, and `risk` is
    the average prosecutor risk; both are None for the others. `rounds` is how often their classes
    were suppressed.
    """

    levels: Mapping[str, int]
    loss: float
    suppressed: int
    scores: tuple[SolutionScore, ...] | None = None
    risk: float | None = None
    rounds: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the recoding as its JSON."""
        scores = None if self.scores is None else [score._asdict() for score in self.scores]
        return {
            "levels": dict(self.levels),
            "loss": self.loss,
            "suppressed": self.suppressed,
            "scores": scores,
            RISK: self.risk,
        }


@dataclass(frozen=True)
class Solutions:
    """The minimal recodings that pass, the cheapest first: none that is finer passes.

    Where the time ran out, `bound` is the least loss of a recoding that was not ruled out: all
    minimal recodings that lose less are there. `asked` counts the recodings that were asked.
    `worth` says what the cheapest is worth to classifiers, where a workload was named.
    """

    solutions: tuple[Solution, ...]
    asked: int
    bound: float | None
    worth: ReleaseScores | None = None

    @property
    def complete(self) -> bool:
        """Whether these are all."""
        return self.bound is None

    @property
    def listed(self) -> tuple[Solution, ...]:
        """The cheapest, which are scored."""
        return tuple(solution for solution in self.solutions if solution.scores is not None)

    def to_dict(self) -> dict[str, Any]:
        """Return the frontier as its JSON."""
        return {
            "complete": self.complete,
            "asked": self.asked,
            "bound": self.bound,
            "solutions": [solution.to_dict() for solution in self.solutions],
            **({} if self.worth is None else {"worth": self.worth.to_dict()}),
        }
