"""The frontier: the minimal recodings with their losses, scores and risk, and their worth.

The worth of the cheapest is to classifiers, beside what each recoding tells an attacker. Source:
Brickell and Shmatikov 2008.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sqlmetrics.advice.view import Recoding, advised_query
from sqlmetrics.engine.comparison import Compared, Comparison, described
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.prediction_task import PredictionTask, plan_task
from sqlmetrics.release.utility.tradeoff import release_scores
from sqlmetrics.scoring.scores import ReleaseScores
from sqlmetrics.spec.partition import Partition
from sqlmetrics.spec.spec import Spec

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


WEIGHED_RECODINGS = 6
"""The most recodings that classifiers learn from."""


def workload_task(spec: Spec) -> PredictionTask | None:
    """Return the task of the classifiers of a spec, None without `workload`.

    Raises SpecError for words that do not go together.
    """
    advise = spec.advise
    if not advise.workload and not advise.classifiers:
        return None
    if not advise.frontier:
        raise SpecError("advise: `workload` and `classifiers` weigh the recodings of the `frontier`: add it, too")
    roles = spec.model_copy(update={"partitions": {}, "hierarchies": {}})
    return plan_task(roles, advise.workload or spec.sensitive, classifiers=advise.classifiers)


def worth(
    source: Source, people: Source | None, task: PredictionTask, recodings: Mapping[str, Recoding]
) -> ReleaseScores:
    """Return the worth of recodings by their names, whose suppressed records are left out."""
    original = described(source)
    original.check(*task.columns)
    releases = []
    for name, recoding in recodings.items():
        query = advised_query(source, people, replace(recoding, starred=False))
        from_sql = f"(\n{query}\n)"
        releases.append(Compared(name, from_sql, tuple(describe(source.engine, from_sql, name))))
    comparison = Comparison(source, original, tuple(releases))
    return release_scores(comparison, releases, replace(task, candidates=_levels([*recodings.values()])))


def _levels(recodings: Sequence[Recoding]) -> dict[str, tuple[Partition, ...]]:
    """Return the levels that recodings may have a column at, the finest first."""
    marks = dict.fromkeys(recoding.mark for recoding in recodings)
    return {
        column.column: (
            *column.partitions,
            *(Partition("left out", column.column, unmapped="name", rest=mark) for mark in marks),
        )
        for column, _ in recodings[0].levels
    }
