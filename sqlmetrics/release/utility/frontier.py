"""Which releases are beaten by others in both risk and utility."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sqlmetrics.errors import SpecError
from sqlmetrics.scoring.scores import ReleaseScores, Score
from sqlmetrics.statement.catalogue import Metric, every_metric, metric_named

SAFER = "higher is safer"
"""The direction of a risk metric whose small values are the risky ones."""

LESS_USEFUL = "higher is less useful"
"""The direction of a utility metric whose small values are the useful ones."""

EQUAL = 1e-9
"""Values that differ by less are as good as each other."""


@dataclass(frozen=True)
class Point:
    """A release by its risk and its utility.

    `dominated` names the releases that are no worse in both and better in one. The utility lies
    from `low` to `high` with 95 % confidence, where that is known.
    """

    name: str
    risk: float
    utility: float
    dominated: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Frontier:
    """Releases of one original between risk and utility.

    `risk` and `utility` are the metrics, `risk_of` and `utility_of` say what they measured. `lines`
    are utilities to compare with, by their names. `left_out` says why a release has no place.
    """

    risk: Metric
    utility: Metric
    risk_of: str
    utility_of: str
    points: tuple[Point, ...]
    lines: tuple[tuple[str, float], ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def notes(self) -> list[str]:
        """Sentences on dominated releases, and on releases without a place in the plot."""
        between = f"in {self.risk.name} of {self.risk_of} and {self.utility.name} of {self.utility_of}"
        beaten = [
            f"{point.name} is dominated by {', '.join(point.dominated)} {between}"
            for point in self.points
            if point.dominated
        ]
        return [*beaten, *self.left_out]


def frontier(
    result: ReleaseScores,
    *,
    risk: str = "adjusted_discrimination_rate",
    utility: str = "u_san",
    classifier: str | None = None,
    measure: str = "accuracy",
) -> Frontier:
    """Return the releases of a result between a risk and a utility metric.

    The risk of a release is the worst over its targets. The utility is the mean over the attributes
    for one measure and one classifier: naive Bayes where it was asked for, else the first. Raises
    SpecError for a metric that was not measured.
    """
    risk_axis, utility_axis = check_axes(risk, utility)
    risk, utility = risk_axis.name, utility_axis.name
    for name in (risk, utility):
        if not any(score.metric == name for score in result.scores):
            there = dict.fromkeys(score.metric for score in result.scores)
            raise SpecError(f"{name} was not measured of these releases; there are: {', '.join(there)}")
    chosen = classifier or default_classifier(result)
    useful = _measured(result, utility_axis, chosen, measure)
    risky = [score for score in result.scores if score.metric == risk]
    safer = risk_axis.direction == SAFER
    points, left_out = [], []
    for release in result.releases:
        risks = [score for score in risky if score.release == release]
        utilities = [score for score in useful if score.release == release]
        undefined = [
            f"{score.metric} of {score.target} is undefined" for score in (*risks, *utilities) if score.value is None
        ]
        if not risks or not utilities:
            undefined = [f"{utility if risks else risk} was not measured"]
        if undefined:
            left_out.append(f"{release} is not in the plot: its {undefined[0]}")
            continue
        values = [score.value for score in risks if score.value is not None]
        low, high = _interval(utilities)
        worst = min(values) if safer else max(values)
        points.append(Point(release, worst, _mean(utilities), low=low, high=high))
    targets = list(dict.fromkeys(score.target for score in risky))
    return Frontier(
        risk=risk_axis,
        utility=utility_axis,
        risk_of=f"{', '.join(targets)}{' (the worst)' if len(targets) > 1 else ''}",
        utility_of=_utility_of(useful, chosen, measure),
        points=tuple(with_marks(points, safer, utility_axis.direction == LESS_USEFUL)),
        lines=tuple(_lines(result, utility, chosen, measure)),
        left_out=tuple(left_out),
    )


def _utility_of(useful: Sequence[Score], classifier: str, measure: str) -> str:
    """Return the attributes of a utility in words, with its classifier and its measure."""
    attributes = ", ".join(dict.fromkeys(score.target for score in useful))
    how = ["the mean"] if "," in attributes else []
    if any(score.parameter("classifier") for score in useful):
        how += [classifier.replace("_", " "), measure.replace("f1", "F1")]
    return f"{attributes} ({', '.join(how)})" if how else attributes


def _lines(result: ReleaseScores, utility: str, classifier: str, measure: str) -> Iterator[tuple[str, float]]:
    """Yield the utilities to compare with, by their names."""
    if utility == "utility_gain":
        yield "trivial sanitization", 0.0
    for name, words in (("u_base", "trivial sanitization"), ("u_max", "original")) if utility == "u_san" else ():
        scores = _measured(result, every_metric()[name], classifier, measure)
        if any(score.value is not None for score in scores):
            yield words, _mean(scores)


def check_axes(risk: str, utility: str) -> tuple[Metric, Metric]:
    """Return the metrics of a risk and of a utility.

    Raises SpecError where there is no such risk or no such utility.
    """
    known = every_metric()
    risky, useful = metric_named(risk, known), metric_named(utility, known)
    if not useful.direction.endswith("useful"):
        raise SpecError(f"{useful.name} is a risk, not a utility; {useful.direction}")
    if risky.direction.endswith("useful"):
        raise SpecError(f"{risky.name} is a utility, not a risk; {risky.direction}")
    return risky, useful


def default_classifier(result: ReleaseScores) -> str:
    """Return naive_bayes where it was measured, else the first classifier of a result."""
    names = [name for score in result.scores if (name := score.parameter("classifier")) is not None]
    return "naive_bayes" if "naive_bayes" in names or not names else names[0]


def _measured(result: ReleaseScores, metric: Metric, classifier: str, measure: str) -> list[Score]:
    """Return the records of a utility metric: of one classifier and measure, where it has them."""
    return [
        score
        for score in result.scores
        if score.metric == metric.name
        and (metric.once or score.parameter("classifier") in {None, classifier})
        and (metric.once or score.parameter("measure") in {None, measure})
    ]


def _mean(scores: Sequence[Score]) -> float:
    """Return the mean over the attributes.

    Each counts once, though the records of several releases repeat it.
    """
    by_target: dict[str, float] = {}
    for score in scores:
        if score.value is not None:
            by_target.setdefault(score.target, score.value)
    return sum(by_target.values()) / len(by_target)


def _interval(scores: Sequence[Score]) -> tuple[float | None, float | None]:
    """Return the bounds of a mean over attributes: the means of the bounds, which are not narrower.

    The errors of attributes of the same held-out records may add up, and no error is larger.
    """
    lows = [score.low for score in scores if score.low is not None]
    highs = [score.high for score in scores if score.high is not None]
    if not scores or len(lows) != len(scores) or len(highs) != len(scores):
        return None, None
    return sum(lows) / len(lows), sum(highs) / len(highs)


def with_marks(points: Sequence[Point], safer: bool, less_useful: bool) -> list[Point]:
    """Return the points with the names of the releases that dominate each."""

    def beats(one: Point, other: Point) -> bool:
        less_risk = (one.risk - other.risk) if safer else (other.risk - one.risk)
        more_use = (other.utility - one.utility) if less_useful else (one.utility - other.utility)
        return min(less_risk, more_use) >= -EQUAL and max(less_risk, more_use) > EQUAL

    return [
        replace(point, dominated=tuple(other.name for other in points if other is not point and beats(other, point)))
        for point in points
    ]
