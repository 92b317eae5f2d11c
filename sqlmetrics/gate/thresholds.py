"""Thresholds: what a metric's score may be at most or at least, and the verdict on each score that one holds for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from sqlmetrics.errors import SpecError
from sqlmetrics.risk.scores import Score
from sqlmetrics.spec.spec import Spec, harmonised
from sqlmetrics.statement.catalogue import catalogue, choose
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan

Bound = Literal["at_most", "at_least"]

BOUNDS: dict[str, Bound] = {"higher is riskier": "at_most", "higher is safer": "at_least"}
"""The bound that protects people, by the metric's direction."""

RAW = "raw"
"""What a threshold calls the target as it is, beside its partitions."""

ROUNDING = 1e-9
"""By what share of a threshold two engines' sums may differ: a score within it is at the limit."""


class Measured(NamedTuple):
    """What a score is of: its metric, target and partition, None for the values as they are."""

    metric: str
    target: str
    partition: str | None


@dataclass(frozen=True)
class Threshold:
    """A bound on the scores of a metric: of all targets and partitions, or of those named.

    `undefined` says what an undefined score does, `fail` or `pass`, but for an infinite one, which always fails; `origin` names the run
    that the bound is a score of.
    """

    metric: str
    bound: Bound
    limit: float
    target: str | None = None
    partition: str | None = None
    undefined: Literal["fail", "pass"] = "fail"
    origin: str | None = None

    @property
    def named(self) -> int:
        """How many of target and partition it names: of two thresholds that fit a score, the one that names more holds."""
        return (self.target is not None) + (self.partition is not None)

    def fits(self, measured: Measured) -> bool:
        """Return whether it is about a score."""
        return (
            self.metric == measured.metric
            and self.target in {None, measured.target}
            and self.partition in {None, RAW if measured.partition is None else measured.partition}
        )

    def margin(self, value: float) -> float:
        """Return how far a value is on the safe side of the limit, in the metric's unit; negative where it is beyond."""
        return self.limit - value if self.bound == "at_most" else value - self.limit

    def __str__(self) -> str:
        words = [self.metric, self.bound.replace("_", " "), f"{self.limit:g}"]
        words += [] if self.target is None else [f"of {self.target}"]
        return " ".join(words if self.partition is None else [*words, f"as {self.partition}"])


@dataclass(frozen=True)
class Verdict:
    """Whether a score holds its threshold; `margin` is how far it is on the safe side, negative beyond, None where it is undefined."""

    threshold: Threshold
    score: Score
    passed: bool
    margin: float | None


def measured(score: Score) -> Measured:
    """Return what a score is of."""
    return Measured(score.metric, score.target, score.partition)


def read_thresholds(spec: Spec) -> tuple[Threshold, ...]:
    """Return a spec's thresholds.

    Raises SpecError for an unknown metric, for an entry without a limit, and for a bound that protects nobody: a score that is
    riskier the higher it is can only be bounded from above, one that is safer from below.
    """
    found = []
    for metric, entries in spec.thresholds.items():
        if metric == "all":
            raise SpecError("thresholds: name a metric; `all` has no scale of its own")
        choose([metric], "table")
        direction = catalogue()[metric].direction
        bound = BOUNDS[direction]
        for entry in entries:
            given: dict[Bound, float | None] = {"at_most": entry.at_most, "at_least": entry.at_least}
            limit = given.pop(bound)
            if any(other is not None for other in given.values()):
                raise SpecError(
                    f"thresholds: {metric} is {direction.removeprefix('higher is ')} the higher it is, so it has {bound} only"
                )
            if limit is None:
                raise SpecError(f"thresholds: give {metric} a limit, as {metric}: {{{bound}: NUMBER}}")
            found.append(Threshold(metric, bound, limit, entry.target, entry.partition, entry.undefined))
    return tuple(found)


def with_metrics(spec: Spec, thresholds: Iterable[Threshold]) -> Spec:
    """Return the spec that scores the table, with the thresholds' metrics beside those that it scores anyway."""
    spec = spec.model_copy(update={"level": "table"})
    wanted = list(dict.fromkeys(threshold.metric for threshold in thresholds))
    scored = spec.metrics or list(
        dict.fromkeys(metric.name for each in harmonised(spec) for metric in build_plan(each).metrics)
    )
    missing = [metric for metric in wanted if metric not in scored]
    return spec.model_copy(update={"metrics": [*scored, *missing]}) if missing else spec


def scores_of(plans: Iterable[Plan]) -> list[Measured]:
    """Return what the scores of plans will be of, one for each score."""
    return [
        Measured(metric.name, target.name, None if target.partition is None else target.partition.name)
        for plan in plans
        for target in plan.targets
        for metric in plan.metrics
        if metric.targets in target.scopes
    ]


def holding(thresholds: Sequence[Threshold], one: Measured) -> list[Threshold]:
    """Return the thresholds that hold for a score: of those that fit it, the ones that name most."""
    fitting = [threshold for threshold in thresholds if threshold.fits(one)]
    most = max((threshold.named for threshold in fitting), default=0)
    return [threshold for threshold in fitting if threshold.named == most]


def check_measured(thresholds: Sequence[Threshold], scores: Sequence[Measured]) -> None:
    """Raise SpecError where a threshold holds for no score: it would pass without having measured anything."""
    holds = {id(threshold) for one in scores for threshold in holding(thresholds, one)}
    for threshold in thresholds:
        if id(threshold) in holds:
            continue
        if any(threshold.fits(one) for one in scores):
            raise SpecError(
                f"the threshold {threshold} holds for no score: others of {threshold.metric} are more specific; remove it"
            )
        same = [one for one in scores if one.metric == threshold.metric]
        targets = [one.target if one.partition is None else f"{one.target} as {one.partition}" for one in same]
        raise SpecError(
            f"the threshold {threshold} measures nothing; {threshold.metric} is scored of: {', '.join(targets) or 'no target'}"
        )


def judge(thresholds: Sequence[Threshold], scores: Iterable[Score]) -> tuple[Verdict, ...]:
    """Return the verdict on every score that a threshold holds for."""
    return tuple(verdict(threshold, score) for score in scores for threshold in holding(thresholds, measured(score)))


def infinite(score: Score) -> bool:
    """Return whether a score is NULL because it is infinite, as its reason then says first."""
    return score.value is None and (score.reason or "").startswith("infinite")


def verdict(threshold: Threshold, score: Score) -> Verdict:
    """Return whether a score holds a threshold: at the limit it does; where undefined only if that may pass, where infinite never."""
    if score.value is None:
        return Verdict(threshold, score, threshold.undefined == "pass" and not infinite(score), None)
    margin = threshold.margin(score.value)
    return Verdict(threshold, score, margin >= -ROUNDING * max(1, abs(threshold.limit)), margin)
