"""What chance gives: the rate of an unrelated attribute in classes of the same sizes.

In small classes every attribute seems to be told by the keys. So each rate of a sensitive attribute
is scored beside what chance gives, whether that was asked for or not.
Source: Vinh, Epps and Bailey 2010.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile
from math import log
from typing import NamedTuple

from sqlmetrics.engine.engine import own_engine
from sqlmetrics.engine.rows import fetch_row
from sqlmetrics.scoring.scores import Score
from sqlmetrics.scoring.view import Chance, View
from sqlmetrics.statement.catalogue import Metric, catalogue
from sqlmetrics.statement.plan import IDENTITY, Plan
from sqlmetrics.statement.render import render

OF_ITSELF = (
    "rates are of a release by itself: of synthetic or shuffled records they say nothing of people;"
    " replication and attribution in `attacks`, and `gda`, set records beside those of the original"
)
"""The note on releases that nothing links to people."""

RATE, ADJUSTED = "discrimination_rate", "adjusted_discrimination_rate"
ALONE = "uniqueness"
BY_CHANCE = "chance_alone"

ABOUT = 30
"""The mean number of records from which chance is an expansion, exact to a thousandth of itself."""


FEW_PAIRS = 2_000
"""The most pairs of sizes for which Python computes what chance gives; DuckDB does it for more."""

TINY = 1e-25
"""The share of the likeliest number of hits below which others change no digit of a mean."""

Sizes = Mapping[int, int]
"""How many classes, or values, have each number of records."""


class SizesOfTarget(NamedTuple):
    """The sizes of a target's classes and of its values in the table."""

    classes: Sizes
    values: Sizes

    def chance(self) -> Chance:
        """Return what chance gives of the target's rate."""
        total = sum(size * number for size, number in self.values.items())
        entropy = sum(size * number * log(total / size) for size, number in self.values.items() if size)
        expected = self.expected_log_sum(total)
        if entropy - expected <= CLOSE * entropy:
            return Chance(1.0)
        return Chance(min(max(expected / entropy, 0.0), 1.0))

    def expected_log_sum(self, total: int) -> float:
        """Return the mean of N I(X;Y) over all assignments with these sizes, in nats."""
        if len(self.classes) * len(self.values) > FEW_PAIRS:
            return self.expected_in_duckdb()
        return sum(
            classes * values * mean_log_hits(class_size, value_size, total)
            for class_size, classes in self.classes.items()
            for value_size, values in self.values.items()
        )

    def expected_in_duckdb(self) -> float:
        """Return the same, by the statement that scores the adjusted rate."""
        sizes = ((list(sizes), list(sizes.values())) for sizes in (self.classes, self.values))
        with own_engine() as engine:
            row = fetch_row(engine, render("expected_of_sizes", *sizes, ABOUT), "the sizes of classes", Expected)
        return row.expected_log_sum


class Expected(NamedTuple):
    """The mean of N I(X;Y), in nats."""

    expected_log_sum: float


CLOSE = 1e-12
"""The share of an entropy by which two that are equal may differ by rounding."""


def mean_log_hits(first: int, second: int, total: int) -> float:
    """Return the mean of k ln(k / mean), where k of `total` records are in two sets of these sizes.

    k has the hypergeometric distribution. From ABOUT hits on average on it is an expansion by
    central moments. Below, probabilities follow from the likeliest k in both directions.
    """
    mean = first * second / total
    if mean >= ABOUT:
        spread = mean * (1 - first / total) * (1 - second / total) * total / (total - 1)
        skewed = spread * (total - 2 * first) / (total - 2) * (total - 2 * second) / total
        return spread / (2 * mean) + spread * spread / (4 * mean**3) - skewed / (6 * mean * mean)
    least, most = max(0, first + second - total), min(first, second)
    mode = min(max((first + 1) * (second + 1) // (total + 2), least), most)

    def upwards() -> Iterator[tuple[int, float]]:
        weight = 1.0
        for hits in range(mode + 1, most + 1):
            weight *= (first - hits + 1) * (second - hits + 1) / (hits * (total - first - second + hits))
            yield hits, weight

    def downwards() -> Iterator[tuple[int, float]]:
        weight = 1.0
        for hits in range(mode, least, -1):
            weight *= hits * (total - first - second + hits) / ((first - hits + 1) * (second - hits + 1))
            yield hits - 1, weight

    likely = [(mode, 1.0)]
    for way in (upwards(), downwards()):
        likely += takewhile(lambda one: one[1] > TINY, way)
    weights = sum(weight for _, weight in likely)
    return sum(weight * hits * log(hits / mean) for hits, weight in likely if hits) / weights


@dataclass(frozen=True)
class ChanceOfTargets(Mapping[View, Chance]):
    """What chance gives of targets: `known`, or computed from `sizes` when it is first asked."""

    known: dict[View, Chance]
    sizes: Mapping[View, SizesOfTarget]

    def __getitem__(self, view: View) -> Chance:
        if view not in self.known:
            self.known[view] = self.sizes[view].chance()
        return self.known[view]

    def __iter__(self) -> Iterator[View]:
        return iter({**self.known, **self.sizes})

    def __len__(self) -> int:
        return len({**self.known, **self.sizes})

    def __contains__(self, view: object) -> bool:
        return view in self.known or view in self.sizes


def with_sizes(plan: Plan) -> Plan:
    """Return a plan whose statement tells the sizes by which chance is known, where one can.

    Where people have several records, or NULL matches every value, sizes do not tell all. A
    statement of the adjusted rate knows chance itself.
    """
    metrics = {metric.name for metric in plan.metrics}
    counted = plan.individual is not None or plan.nulls == "any" or plan.slices or plan.points
    if counted or ADJUSTED in metrics or not _tells_rate(plan):
        return with_chance(plan)
    return replace(plan, sizes=True)


def _tells_rate(plan: Plan) -> bool:
    """Return whether a plan scores the rate of an attribute in its table."""
    return plan.level == "table" and RATE in {metric.name for metric in plan.metrics} and bool(plan.attributes)


@cache
def chance_alone() -> Metric:
    """Return the metric of what chance gives, which stands beside each rate and in no list."""
    return replace(catalogue()[ADJUSTED], name=BY_CHANCE)


def with_chance(plan: Plan) -> Plan:
    """Return a plan that scores what chance gives too, where it scores the rate of an attribute.

    Unless the adjusted rate is scored from it, an expansion is close enough.
    """
    if not _tells_rate(plan):
        return plan
    both = sorted((*plan.metrics, chance_alone()), key=lambda metric: metric.order)
    exact = any(metric.name == ADJUSTED for metric in plan.metrics)
    return replace(plan, metrics=tuple(both), often=plan.often if exact else ABOUT)


def without_chance(
    scores: Sequence[Score], plan: Plan, sizes: Mapping[View, SizesOfTarget] | None
) -> tuple[tuple[Score, ...], Mapping[View, Chance]]:
    """Return the scores that a plan asks for, and what chance gives of its sensitive targets.

    Where their `sizes` are known, that is computed when it is first asked.

    Where only classes were counted, that is at least the share of people who are alone in one: a
    class of one record always tells its value.
    """
    values = {(score.metric, score.view): score.value for score in scores if score.level == "table"}
    alone = {(score.quasi_identifiers, score.slice): score.value for score in scores if score.metric == ALONE}
    found: dict[View, Chance] = {}
    open_sizes: dict[View, SizesOfTarget] = {}
    for (metric, view), rate in values.items():
        if metric != RATE or view.target == IDENTITY or rate is None:
            continue
        given, least = values.get((BY_CHANCE, view)), alone.get((view.known, view.slice))
        if given is not None:
            found[view] = Chance(given)
        elif sizes and view in sizes:
            open_sizes[view] = sizes[view]
        elif least is not None:
            found[view] = Chance(least, at_least=True)
    asked = {metric.name for metric in plan.scored}
    return tuple(score for score in scores if score.metric in asked), ChanceOfTargets(found, open_sizes)
