"""Thresholds: bounds on the scores of metrics, and the verdict on each score that has one."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from sqlmetrics.errors import SpecError
from sqlmetrics.gate.families import HELD, check_asked, family_of, held_metrics
from sqlmetrics.gate.known_points import of_most_points, points_of
from sqlmetrics.risk.kinds.kinds import score_question
from sqlmetrics.scoring.scores import Score
from sqlmetrics.spec.published_limits import PublishedLimit, published_limit
from sqlmetrics.spec.spec import Spec, Thresholds, ThresholdSpec, parse_spec
from sqlmetrics.statement.catalogue import Metric, catalogue, choose, every_metric, metric_named
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import with_names

Bound = Literal["at_most", "at_least"]

End = Literal["low", "high"]
"""An end of the interval of a score."""

BOUNDS: dict[str, Bound] = {"higher is riskier": "at_most", "higher is safer": "at_least"}
"""The bound that protects people, by the direction of the metric."""

RAW = "raw"
"""The partition, in a threshold, of the target's values as they are."""

ROUNDING = 1e-9
"""The share of a threshold by which sums of two engines may differ; a score within it passes."""


def same_number(one: float, other: float) -> bool:
    """Return whether two numbers agree as far as sums of two engines do."""
    return abs(one - other) <= ROUNDING * max(1.0, abs(other))


def outermost(bound: Bound, limit: float) -> float:
    """Return the last number that keeps a limit, moved by the share that sums may differ by."""
    slack = ROUNDING * max(1.0, abs(limit))
    return limit + slack if bound == "at_most" else limit - slack


def keeps_limit(value: float, bound: Bound, limit: float) -> bool:
    """Return whether a number keeps a limit; one at the limit does."""
    return value <= outermost(bound, limit) if bound == "at_most" else value >= outermost(bound, limit)


def group_size(metric: str, limit: float | None) -> int | None:
    """Return the smallest group of people that a limit allows, None where it is no such size."""
    if limit is None:
        return None
    if metric in {"k_anonymity", "minimum_frequency"}:
        return math.ceil(limit * (1 - ROUNDING))
    if metric == "prosecutor_risk" and limit > 0:
        return math.ceil((1 - ROUNDING) / limit)
    return None


def is_infinite(reason: str | None) -> bool:
    """Return whether a score is NULL as it is infinite, which is the first word of its reason."""
    return (reason or "").startswith("infinite")


class Measured(NamedTuple):
    """The subject of a score: metric, target and partition, None for the values as they are."""

    metric: str
    target: str
    partition: str | None


@dataclass(frozen=True)
class Threshold:
    """A bound on the scores of a metric, for all targets and partitions or for those it names.

    `undefined` is the verdict on an undefined score, `fail` or `pass`; an infinite score always
    fails. `origin` is the earlier run whose score is the limit, if it is one, and `source` says
    whose limit it is, such as a policy. `published` is the name of the published limit that has
    it, None for one that the spec writes out.
    """

    metric: str
    bound: Bound
    limit: float
    target: str | None = None
    partition: str | None = None
    undefined: Literal["fail", "pass"] = "fail"
    origin: str | None = None
    source: str | None = None
    published: str | None = None

    @property
    def named(self) -> int:
        """The number of names among target and partition; of several that fit, most names win."""
        return (self.target is not None) + (self.partition is not None)

    @property
    def family(self) -> str:
        """The family of the metric, or the attack it measures."""
        return family_of(self.metric)

    def fits(self, measured: Measured) -> bool:
        """Return whether the threshold is about a score."""
        return (
            self.metric == measured.metric
            and self.target in {None, measured.target}
            and self.partition in {None, RAW if measured.partition is None else measured.partition}
        )

    def holds(self, value: float | None, reason: str | None) -> bool:
        """Return whether a score keeps the limit; without a value, the `reason` says why.

        An undefined score does only where the threshold lets it, an infinite one never.
        """
        if value is None:
            return self.undefined == "pass" and not is_infinite(reason)
        return keeps_limit(value, self.bound, self.limit)

    def margin(self, value: float) -> float:
        """Return the distance of a value to the limit in the metric's unit, negative beyond it."""
        return self.limit - value if self.bound == "at_most" else value - self.limit

    def __str__(self) -> str:
        words = [self.metric, self.bound.replace("_", " "), f"{self.limit:g}"]
        words += [] if self.target is None else [f"of {self.target}"]
        return " ".join(words if self.partition is None else [*words, f"as {self.partition}"])


@dataclass(frozen=True)
class Verdict:
    """The verdict on a score with a threshold.

    `passed` is None where too few people are in a slice to say. `margin` is the distance to the
    limit, negative beyond it, None for an undefined score. `end` is the end of the score's interval
    that was held to the limit, None where its value was.
    """

    threshold: Threshold
    score: Score
    passed: bool | None
    margin: float | None
    end: End | None

    @property
    def failed(self) -> bool:
        """Whether the score is beyond the limit; one of too few people is not."""
        return self.passed is False


WORST_FIRST: dict[bool | None, int] = {False: 0, True: 1, None: 2}
"""The places of verdicts in an order: failures first, and last those on too few people."""


def all_passed(verdicts: Iterable[bool | None]) -> bool | None:
    """Return whether no verdict is a failure; None where too few people are there to say."""
    found = {*verdicts}
    return False if False in found else None if None in found else True


def joint_verdict(verdicts: Collection[bool | None]) -> bool | None:
    """Return whether no verdict is a failure; None where there are no verdicts, too."""
    return all_passed(verdicts) if verdicts else None


def subject_of(score: Score) -> Measured:
    """Return the subject of a score."""
    return Measured(score.metric, score.target, score.partition)


def read_thresholds(spec: Spec) -> tuple[Threshold, ...]:
    """Return a spec's thresholds, and the thresholds of the published limits that it names.

    They are about the records of its relation, and not about what is published. Of published
    ones on one metric the strictest holds, whose source says the others. It stands beside the
    spec's own, each with its verdict.

    Raises SpecError for an unknown metric, for an entry without a limit, for a bound that protects
    nobody, and for what the spec does not have. A score that is riskier the higher it is has a
    bound from above only, one that is safer the higher it is from below only; a number alone is
    that bound.
    """
    own = [*written_thresholds(spec.thresholds)]
    for one in own:
        check_asked(spec, one, one.metric)
    of_others = [threshold for name in spec.limits for threshold in thresholds_of(published_limit(name))]
    if not spec.outputs.is_asked:
        for name in spec.limits:
            if all(one.family == "outputs" for one in thresholds_of(published_limit(name))):
                raise SpecError(f"the limit {name} is about published tables: name their columns in `outputs`")
    shared = [] if spec.of_published else [one for one in of_others if one.family == "relation"]
    return (*(one for one in own if one.family == "relation"), *strictest_of_each(shared))


def strictest_of_each(limits: Sequence[Threshold]) -> list[Threshold]:
    """Return the strictest of published limits on each metric."""
    by_metric = {one.metric: [other for other in limits if other.metric == one.metric] for one in limits}
    return [*map(strictest, by_metric.values())]


def strictest(limits: Sequence[Threshold]) -> Threshold:
    """Return the strictest of published limits on one metric, whose source says the others, too.

    One verdict says less of few people than several, between which the score would lie.
    """
    first = min(limits, key=lambda one: one.limit if one.bound == "at_most" else -one.limit)
    word = first.bound.replace("_", " ")
    own = "; ".join(str(one.source) for one in limits if one.limit == first.limit)
    looser = "; ".join(f"{one.source}: {word} {one.limit:g}" for one in limits if one.limit != first.limit)
    return replace(
        first,
        source=f"{own} (stricter than {looser})" if looser else own,
        published=", ".join(str(one.published) for one in limits),
    )


def thresholds_of(limit: PublishedLimit) -> tuple[Threshold, ...]:
    """Return the thresholds of a published limit, with its name and its source."""
    written = parse_spec({"thresholds": limit.thresholds}, limit.name).thresholds
    own = written_thresholds(written)
    return tuple(replace(threshold, source=limit.source, published=limit.name) for threshold in own)


def written_thresholds(written: Thresholds) -> Iterator[Threshold]:
    """Yield the thresholds that are written in the words of a spec. Raises SpecError."""
    for name, entries in written.items():
        if name == "all":
            raise SpecError("thresholds: name a metric; `all` has no scale of its own")
        known = {metric: of for family in HELD for metric, of in held_metrics(family).items()}
        named = metric_named(name, known)
        metric, direction = named.name, named.direction
        if metric in catalogue():
            choose([metric], "table")
        bound = BOUNDS[direction]
        for one in entries:
            entry = one if isinstance(one, ThresholdSpec) else ThresholdSpec.model_validate({bound: one})
            limits: dict[Bound, float | None] = {"at_most": entry.at_most, "at_least": entry.at_least}
            limit = limits.pop(bound)
            if any(other is not None for other in limits.values()):
                raise SpecError(
                    f"thresholds: {metric} is {direction.removeprefix('higher is ')} the higher it is,"
                    f" so it has {bound} only"
                )
            if limit is None:
                raise SpecError(f"thresholds: give {metric} a limit: a number, as `{bound}` or alone")
            _check_reachable(named, bound, limit)
            yield Threshold(
                metric=metric,
                bound=bound,
                limit=limit,
                target=entry.target,
                partition=entry.partition,
                undefined=entry.undefined,
                source=entry.source,
            )


def _check_reachable(metric: Metric, bound: Bound, limit: float) -> None:
    """Raise SpecError for a limit beyond its metric's range, which all tables pass, or none."""
    if metric.ends is None:
        return
    least, most = metric.ends
    if least <= limit <= most:
        return
    passes = (limit > least) == (bound == "at_most")
    values = f"{least:g} or more" if most == float("inf") else f"{least:g} to {most:g}"
    share = f"; a share of {limit:g}% is {limit / 100:g}" if metric.unit in {"share", "probability"} and passes else ""
    raise SpecError(
        f"thresholds: {metric.name} is {values}, so that every table {'passes' if passes else 'fails'} a limit"
        f" of {limit:g}{share}"
    )


def with_metrics(spec: Spec, thresholds: Iterable[Threshold]) -> Spec:
    """Return the spec at table level, with the metrics of thresholds beside its own."""
    spec = with_names(spec.model_copy(update={"level": "table"}))
    wanted = list(dict.fromkeys(threshold.metric for threshold in thresholds))
    scored = spec.metrics or list(
        dict.fromkeys(metric.name for plan in score_question(spec).plans() for metric in plan.scored)
    )
    missing = [metric for metric in wanted if metric not in scored]
    return spec.model_copy(update={"metrics": [*scored, *missing]}) if missing else spec


def scores_of(plans: Iterable[Plan]) -> list[Measured]:
    """Return the subject of each score that plans will have."""
    return [
        Measured(metric.name, target.name, None if target.partition is None else target.partition.name)
        for plan in plans
        for target in plan.targets
        for metric in plan.scored
        if metric.targets in target.scopes
    ]


def holding(thresholds: Sequence[Threshold], subject: Measured) -> list[Threshold]:
    """Return the thresholds that hold for a score: the most specific ones that fit.

    A published limit holds whatever stands beside it: no own threshold loosens one.
    """
    fitting = [threshold for threshold in thresholds if threshold.fits(subject)]
    most = max((threshold.named for threshold in fitting if threshold.published is None), default=0)
    return [threshold for threshold in fitting if threshold.published is not None or threshold.named == most]


def check_measured(thresholds: Sequence[Threshold], scores: Sequence[Measured]) -> None:
    """Raise SpecError for a threshold that holds for no score, as it would pass without one."""
    holds = {id(threshold) for subject in scores for threshold in holding(thresholds, subject)}
    for threshold in thresholds:
        if id(threshold) in holds:
            continue
        if any(threshold.fits(subject) for subject in scores):
            raise SpecError(
                f"the threshold {threshold} holds for no score:"
                f" others of {threshold.metric} are more specific; remove it"
            )
        targets = [
            subject.target if subject.partition is None else f"{subject.target} as {subject.partition}"
            for subject in scores
            if subject.metric == threshold.metric
        ]
        raise SpecError(
            f"the threshold {threshold} measures nothing;"
            f" {threshold.metric} is scored of: {', '.join(targets) or 'no target'}"
        )


def judge(
    limits: Sequence[Threshold] | Callable[[Score], Sequence[Threshold]],
    scores: Iterable[Score],
    few: Collection[str | None] = (),
) -> tuple[Verdict, ...]:
    """Return the verdicts on the scores that a threshold holds for.

    `limits` are the same for all scores, or the thresholds of each. A limit on each number of known
    points holds if it does for the most, so there is one verdict. The slices `few` have too few
    people to say.
    """
    scores = tuple(of_most_points(scores))
    held: dict[tuple[Measured, str], list[Threshold]] = {}
    verdicts = []
    for score in scores:
        subject = subject_of(score)
        key = (subject, score.quasi_identifiers)
        if key not in held:
            held[key] = holding(limits(score) if callable(limits) else limits, subject)
        verdicts += [verdict(threshold, score, few=score.slice in few) for threshold in held[key]]
    return tuple(verdicts)


def verdict(threshold: Threshold, score: Score, *, few: bool = False) -> Verdict:
    """Return the verdict on a score, which is none where too `few` people have it.

    A score of known points, or of guesses from several releases, is held by the safe end of its
    interval: this table's score is within it. An interval of other scores, which are exact, is
    about other samples. A limit that is the score of an earlier run is compared with the score.
    """
    of_drawn = threshold.origin is None and (points_of(score) is not None or every_metric()[score.metric].joint)
    bounds = (score.low, score.high) if of_drawn else (None, None)
    number, end = held_number(threshold.bound, threshold.limit, score.value, bounds)
    margin = None if number is None else threshold.margin(number)
    return Verdict(threshold, score, None if few else threshold.holds(number, score.reason), margin, end)


def held_number(
    bound: Bound, limit: float, value: float | None, bounds: tuple[float | None, float | None]
) -> tuple[float | None, End | None]:
    """Return the number that is held to a limit, and which of the `bounds` it is, if it is one.

    It is the riskier bound. Where there is no value, and both break the limit, it is the safer one,
    and there is no number where only the riskier one breaks it.
    """
    low, high = bounds
    safe, best = (high, low) if bound == "at_most" else (low, high)
    ends: tuple[End, End] = ("high", "low") if bound == "at_most" else ("low", "high")
    if safe is None:
        return value, None
    if value is not None or keeps_limit(safe, bound, limit):
        return safe, ends[0]
    if best is not None and not keeps_limit(best, bound, limit):
        return best, ends[1]
    return None, None
