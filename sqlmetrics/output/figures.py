"""Results as pictures on axes of matplotlib, for notebooks."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from sqlmetrics.errors import SpecError
from sqlmetrics.gate.score_history import ScoreHistory
from sqlmetrics.output.history_figure import draw_history
from sqlmetrics.output.plot import FRONT, LONGEST, check_matplotlib, draw_frontier
from sqlmetrics.release.utility.frontier import frontier
from sqlmetrics.risk.classes import Classes
from sqlmetrics.risk.combinations.results import SubsetScores
from sqlmetrics.risk.combinations.suda import SpecialUniques
from sqlmetrics.risk.result import Result
from sqlmetrics.risk.scores import ReleaseScores, Score, Scores
from sqlmetrics.statement.catalogue import metrics_of
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.statement.relation import short_name
from sqlmetrics.text import brief

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST = 20
"""The most bars of a picture of combinations or attributes."""

SIZES = 30
"""The largest size that has a bar of its own, in a picture of classes by their size."""

SHARE = "uniqueness"
"""The metric of a combination's bar: the share of records that are alone."""


LEADING = {
    "confidence_improvement": "confidence improvement: 0 as without the release, 1 always right",
    "adjusted_discrimination_rate": "adjusted discrimination rate: 0 by chance, 1 all is known",
    "membership_advantage": "membership advantage: 0 as a coin, 1 all members are found",
    "total_variation_similarity": "total variation similarity: 0 nothing in common, 1 the same shares",
}
"""The metric of a picture of releases, the first that a result has, with what it says in words.

What leads a reader is never a raw rate, which classes of these sizes reach by chance alone.
"""


def draw(result: Result[Any], axes: Axes | None = None) -> Axes:
    """Return axes with the picture of a result, on new ones of pyplot where none are given.

    Raises SpecError for a result that has no picture, and without matplotlib.
    """
    check_matplotlib("print the result, or take `to_pandas()`")
    match result:
        case Scores() if any(score.level == "class" for score in result.scores):
            sizes = {score.class_: score.records for score in result.scores if score.target == IDENTITY}
            return _class_sizes(list(sizes.values()) if None not in sizes else _unnamed(result), _axes(axes))
        case Classes():
            first = result.breaches[:1]
            return _class_sizes([row.records for breach in first for row in breach.worst], _axes(axes))
        case SubsetScores():
            return _combinations(result, _axes(axes))
        case SpecialUniques():
            rows = [(share.attribute, share.contribution or 0.0) for share in result.attributes]
            return _bars(rows, "share of the scores of special uniques", _axes(axes))
        case ReleaseScores() if {score.metric for score in result.scores} & _classifier_metrics():
            drawn = _axes(axes)
            draw_frontier(frontier(result), drawn)
            return drawn
        case ReleaseScores() if leading := _leading(result):
            return _releases(result, leading, _axes(axes))
        case ScoreHistory():
            return draw_history(result, _axes(axes))
        case _:
            raise SpecError(
                f"{type(result).__name__} has no plot; there are plots of scores at level `class`, classes,"
                " subsets, special uniques, attacks, closeness, utility, a tradeoff and a history"
            )


def _of_metric(result: ReleaseScores, metric: str) -> list[Score]:
    """Return the scores of tables of a metric."""
    return [one for one in result.scores if one.metric == metric and one.level == "table"]


def _leading(result: ReleaseScores) -> str | None:
    """Return the metric of a picture of releases, None where none of them has a value."""
    return next((name for name in LEADING if any(one.value is not None for one in _of_metric(result, name))), None)


def _releases(result: ReleaseScores, metric: str, axes: Axes) -> Axes:
    """Draw a metric of each release, with its intervals; the undefined have a name and no bar."""
    scores = sorted(_of_metric(result, metric), key=lambda one: (one.target, one.attack or ""))
    attacks = len({one.attack for one in scores}) > 1
    rows = []
    for one in scores:
        what = (f"{one.target}, {one.attack}" if attacks else one.target) + (
            " (undefined)" if one.value is None else ""
        )
        rows.append((f"{short_name(one.release or '')}: {what}", one.value or 0.0))
    _bars(rows, LEADING[metric], axes)
    for place, one in enumerate(scores[:MOST]):
        if one.low is not None and one.high is not None:
            axes.plot([one.low, one.high], [place, place], color="black", linewidth=1.5)
    lows = [one.low if one.low is not None else one.value or 0.0 for one in scores[:MOST]]
    axes.set_xlim(left=min([0.0, *lows]))
    axes.axvline(0, color="black", linewidth=0.8)
    return axes


def _classifier_metrics() -> set[str]:
    return {metric.name for metric in metrics_of("classifiers")}


def _unnamed(result: Scores) -> list[int]:
    """Return the sizes of classes whose values are not shown: those of one metric's records."""
    first = next(score.metric for score in result.scores if score.target == IDENTITY)
    return [score.records for score in result.scores if score.target == IDENTITY and score.metric == first]


def _axes(axes: Axes | None) -> Axes:
    """Return the axes given, or those of a new figure, which a notebook shows."""
    if axes is not None:
        return axes
    from matplotlib import pyplot

    return pyplot.subplots(layout="constrained")[1]


def _class_sizes(sizes: list[int], axes: Axes) -> Axes:
    """Draw the records by the size of their class; the last bar has all larger classes."""
    counts = Counter(min(size, SIZES + 1) for size in sizes)
    records = Counter[int]()
    for size in sizes:
        records[min(size, SIZES + 1)] += size
    last = max(counts, default=1)
    places = list(range(1, last + 1))
    axes.bar(places, [records[place] for place in places], color=FRONT)
    if last > SIZES:
        axes.set_xticks([1, 5, 10, 15, 20, 25, last], ["1", "5", "10", "15", "20", "25", f"> {SIZES}"])
    axes.set_xlabel("records of a class")
    axes.set_ylabel("records in classes of that size")
    axes.spines[["top", "right"]].set_visible(False)
    return axes


def _combinations(result: SubsetScores, axes: Axes) -> Axes:
    """Draw the riskiest combinations by the share of records that they leave alone."""
    rows = [
        (", ".join(row.quasi_identifiers), score.value)
        for row in result.combinations
        for score in row.scores
        if score.metric == SHARE and score.target == IDENTITY and score.value is not None
    ]
    if not rows:
        raise SpecError(f"the plot of combinations shows `{SHARE}`; name it among the `metrics`")
    return _bars(rows, "share of records that are alone", axes)


def _bars(rows: list[tuple[str, float]], title: str, axes: Axes) -> Axes:
    """Draw named shares as bars, the first at the top."""
    shown = rows[:MOST]
    axes.barh(range(len(shown)), [value for _, value in shown], color=FRONT)
    names = [brief(name, LONGEST).replace("$", r"\$") for name, _ in shown]
    axes.set_yticks(range(len(shown)), names)
    axes.invert_yaxis()
    axes.set_xlim(0, max([1.0, *(value for _, value in shown)]))
    axes.set_xlabel(title)
    axes.spines[["top", "right"]].set_visible(False)
    return axes
