"""The intervals of the scores of a table, by the methods that the metrics' headers name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import stdev
from typing import NamedTuple

from sqlmetrics.risk.intervals.jackknife import Bounds, Shapes, normal, of_entropies, of_sizes, target_shapes
from sqlmetrics.risk.intervals.resampled import Drawn, resampled
from sqlmetrics.scoring.counted import OpenCounts
from sqlmetrics.scoring.scores import Score, Scores
from sqlmetrics.spec.spec import IntervalSpec
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.text import csv_line

FEWEST_RECORDS = 2
"""The fewest records that vary."""

MOST_CERTAIN = 0.025
"""The largest share of draws that may be 1, as an end of an interval may be passed by chance."""

WITHHELD = (
    "`intervals` need every count, and small counts were withheld by `min_count`; count without it, or leave"
    " `intervals` out"
)


class IntervalInputs(NamedTuple):
    """What intervals need of the counts of one statement: the shapes of its targets, and draws."""

    quasi_identifiers: str
    shapes: Mapping[tuple[str, str | None], Shapes]
    drawn: Drawn


def interval_inputs(counted: OpenCounts, asked: IntervalSpec) -> IntervalInputs:
    """Return what intervals need of counts, while these are there.

    Raises SpecError for more counts than can be drawn again, QueryError where the engine fails.
    """
    plan = counted.plan.measured
    names = [target.view for target in plan.targets]
    metrics = [metric for metric in plan.metrics if metric.interval == "draws"]
    drawn = resampled(counted, metrics, asked) if metrics and plan.attributes else {}
    by_place = target_shapes(counted)
    return IntervalInputs(
        quasi_identifiers=csv_line(plan.quasi_identifiers),
        shapes={name: by_place[place] for place, name in enumerate(names) if place in by_place},
        drawn=drawn,
    )


def with_intervals(scores: Scores, found: Sequence[IntervalInputs], asked: IntervalSpec) -> Scores:
    """Return scores with their intervals, as far as there are any."""
    by_keys = {one.quasi_identifiers: one for one in found}
    bounded = []
    for score in scores.scores:
        bounds = _interval(score, by_keys[score.quasi_identifiers])
        low, high = (None, None) if bounds is None else bounds
        bounded.append(score._replace(low=low, high=high))
    return replace(scores, scores=tuple(bounded), intervals=asked)


def _interval(score: Score, found: IntervalInputs) -> Bounds | None:
    """Return the interval of a score, None where there is none.

    Draws tell nothing where all have the same value, or where more than MOST_CERTAIN of them are 1.
    Then a class with a single value decides, and whether there is one depends on a few records.
    """
    metric, shapes = catalogue()[score.metric], found.shapes.get((score.target, score.partition))
    if score.value is None or metric.interval is None or shapes is None or shapes.records < FEWEST_RECORDS:
        return None
    if metric.interval == "class sizes":
        threshold = score.parameter("threshold")
        return of_sizes(metric.name, shapes, None if threshold is None else float(threshold))
    if metric.interval == "entropies":
        return of_entropies(metric.name, shapes, score.value)
    drawn = found.drawn.get((score.metric, score.target, score.partition), ())
    certain = sum(value >= 1 for value in drawn)
    if min(drawn, default=0.0) == max(drawn, default=0.0) or certain > MOST_CERTAIN * len(drawn):
        return None
    low, high = normal(score.value, stdev(drawn) ** 2)
    return max(low, 0.0), min(high, 1.0)
