"""The scores that are estimated from rows of statements on the counts of a sample.

Log-linear models tell the risk of people who are alone in it (Skinner and Shlomo 2008).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlmetrics.engine.engine import fetch
from sqlmetrics.engine.rows import read_rows
from sqlmetrics.scoring.counted import OpenCounts
from sqlmetrics.scoring.sample.sizes import PopulationEstimate, SizeRow, class_sizes, population_of
from sqlmetrics.scoring.sample.uniqueness import population_uniqueness
from sqlmetrics.scoring.scores import Score, table_score
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import PlanEntries
from sqlmetrics.statement.plan import IDENTITY, Plan, Sample
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import heading, statement_comment
from sqlmetrics.text import csv_field

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


CELLS = 200_000
"""The most combinations of values that a model with interactions is fitted to."""

ROUNDS = 500
"""The most rounds of the fit."""

NEAR, FAR = 1e-9, 0.02
"""The difference of fitted margins from the sample's, in people, at which the fit ends.

Where combinations are missing it comes nearer ever more slowly: after all rounds `FAR` is enough.
"""


class AloneRow(NamedTuple):
    """The row of the macro `expected_alone`."""

    people: int
    alone: int
    tau_1: float
    tau_2: float


class CodedRow(NamedTuple):
    """A row of the macro `coded_classes`."""

    people: int
    cells: float
    class_people: int
    values: tuple[int, ...]


def of_independence(row: AloneRow) -> Mapping[str, PopulationEstimate]:
    """Return the estimates of the model in which the keys are independent of each other."""
    return _estimates("independence", row.tau_1, row.tau_2)


def of_two_way(rows: Sequence[CodedRow], odds: float) -> Mapping[str, PopulationEstimate]:
    """Return the estimates of the model with an interaction of each two keys.

    `odds` is the number of people who are not in the sample beside each who is. The expected counts
    of all combinations of values, those without people too, are fitted by iterated proportions.
    """
    import numpy as np

    if rows[0].cells > CELLS:
        return _undefined(f"there are more than {CELLS:,} combinations of values; recode the keys, or name fewer")
    values = np.array([row.values for row in rows]) - 1
    counts = np.zeros(values.max(axis=0) + 1)
    counts[tuple(values.T)] = [row.class_people for row in rows]
    expected = fitted_margins(counts)
    if expected is None:
        return _undefined(f"the model is not fitted after {ROUNDS} rounds; recode the keys, or name fewer")
    unseen = odds * expected[counts == 1]
    near = np.where(unseen > 0, unseen, 1)
    found = np.where(unseen > 0, -np.expm1(-near) / near, 1)
    return _estimates("two_way", float(np.exp(-unseen).sum()), float(found.sum()))


def fitted_margins(counts: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """Return the expected counts with the margins of each two axes, None where they are not found.

    In turn they are scaled to each margin (Deming and Stephan 1940).
    """
    import numpy as np

    axes = range(counts.ndim)
    kept = list(combinations(axes, min(2, counts.ndim)))
    summed = [tuple(axis for axis in axes if axis not in pair) for pair in kept]
    margins = [counts.sum(axis=others, keepdims=True) for others in summed]
    expected = np.full(counts.shape, counts.sum() / counts.size)
    furthest = 0.0
    for _ in range(ROUNDS):
        furthest = 0.0
        for margin, others in zip(margins, summed, strict=True):
            now = expected.sum(axis=others, keepdims=True)
            furthest = max(furthest, float(np.abs(now - margin).max()))
            expected *= np.divide(margin, now, out=np.zeros_like(now), where=now > 0)
        if furthest <= NEAR:
            break
    return expected if furthest <= FAR else None


def _estimates(
    model: str, tau_1: float | None, tau_2: float | None, reason: str | None = None
) -> dict[str, PopulationEstimate]:
    """Return the estimates of a model by their metrics."""
    return {
        f"population_uniques_{model}": PopulationEstimate(tau_1, reason),
        f"correct_matches_{model}": PopulationEstimate(tau_2, reason),
    }


def _undefined(reason: str) -> dict[str, PopulationEstimate]:
    """Return that a model with interactions has no estimates, and why."""
    return _estimates("two_way", None, None, reason)


ARGUMENTS: Mapping[str, Callable[[Sample], tuple[object, ...]]] = {
    "class_sizes": lambda _: (),
    "expected_alone": lambda sample: sample.texts,
    "coded_classes": lambda _: (CELLS,),
}
"""What a statement's macro takes beside the entries of a plan, by its name."""


def sample_counting_plan(plan: Plan) -> Plan:
    """Return the plan whose counts the scores of a plan need: the identity's too for estimates."""
    if not plan.estimated:
        return plan
    size = catalogue()["k_anonymity"]
    others = [metric for metric in plan.metrics if metric.name != size.name]
    return replace(plan, metrics=(size, *others), level="table", limit=None, numbered=False)


def known_sample(plan: Plan) -> Sample:
    """Return what a plan that estimates knows of the population."""
    assert plan.sample is not None  # noqa: S101 - no other plan has metrics of samples
    return plan.sample


def estimated_sql(plan: Plan, name: str, entries: Callable[[Plan], PlanEntries], dialect: Dialect) -> list[str]:
    """Return the statements whose rows the estimates of a plan take, below comments."""
    title, *rest = statement_comment(
        replace(sample_counting_plan(replace(plan, metrics=())).measured, metrics=plan.estimated), name
    )
    return [
        f"{heading(title, rest[0], rest[1], 'the rows that `sqlmetrics score` estimates it from')}{query}\n"
        for query in sample_queries(plan, entries, dialect).values()
    ]


def sample_queries(plan: Plan, entries: Callable[[Plan], PlanEntries], dialect: Dialect) -> dict[str, str]:
    """Return the statements of a plan's estimates, by the names of their macros."""
    macros = dict.fromkeys(metric.rows for metric in plan.estimated if metric.rows is not None)
    made = _of_identity(entries(sample_counting_plan(plan))) if macros else None
    return {macro: render(macro, made, *ARGUMENTS[macro](known_sample(plan)), dialect=dialect) for macro in macros}


def _of_identity(entries: PlanEntries) -> PlanEntries:
    """Return the entries of the identity's classes alone; a count table keeps its columns."""
    attributes = () if entries["counted"] is None else entries["attributes"]
    targets = entries["targets"][:1]
    alone: PlanEntries = {**entries, "targets": targets, "attributes": attributes, "facts": []}
    return {**alone, "population": None, "weight": None, "expected": False}


class PopulationEstimates(NamedTuple):
    """The estimates of metrics by name, and the people whom they rest on."""

    people: int
    by_metric: Mapping[str, PopulationEstimate]


NOBODY = PopulationEstimates(0, {})
"""The estimates from a table without records: there are none."""

NONE = PopulationEstimate(None, "the table has no records")


def _of_sizes(rows: list[tuple[Any, ...]], sample: Sample) -> PopulationEstimates:
    """Return the estimates from the classes by their size."""
    if not rows:
        return NOBODY
    sizes = class_sizes(read_rows(rows, SizeRow), sample)
    return PopulationEstimates(sizes.people, population_uniqueness(sizes))


def _of_alone(rows: list[tuple[Any, ...]], sample: Sample) -> PopulationEstimates:
    """Return the estimates of the model of independence."""
    (row,) = read_rows(rows, AloneRow)
    if not row.people:
        return NOBODY
    population_of(row.people, sample)
    return PopulationEstimates(row.people, of_independence(row))


def _of_classes(rows: list[tuple[Any, ...]], sample: Sample) -> PopulationEstimates:
    """Return the estimates of the model with interactions."""
    if not rows:
        return NOBODY
    classes = read_rows(rows, CodedRow)
    people = classes[0].people
    return PopulationEstimates(people, of_two_way(classes, population_of(people, sample).odds))


STEPS: Mapping[str, Callable[[list[tuple[Any, ...]], Sample], PopulationEstimates]] = {
    "class_sizes": _of_sizes,
    "expected_alone": _of_alone,
    "coded_classes": _of_classes,
}
"""The numerical steps that take the rows of a statement, by the name of its macro."""


def with_estimates(scores: tuple[Score, ...], counted: OpenCounts) -> tuple[Score, ...]:
    """Return scores with the estimates of a plan behind the others of the identity.

    Raises SpecError, QueryError as `estimated_scores`.
    """
    estimated = _estimated_scores(counted)
    last = max((place for place, score in enumerate(scores, 1) if score.target == IDENTITY), default=0)
    return (*scores[:last], *estimated, *scores[last:])


def _estimated_scores(counted: OpenCounts) -> tuple[Score, ...]:
    """Return the scores of a plan's estimated metrics; their target is the identity.

    Raises SpecError where the population is smaller than the sample, QueryError where the engine
    fails.
    """
    plan, keys = counted.plan, ",".join(map(csv_field, counted.plan.quasi_identifiers))
    scores = []
    for rows, query in sample_queries(plan, counted.entries, counted.source.engine.dialect).items():
        made = _estimated(counted, rows, query)
        for metric in (metric for metric in plan.estimated if metric.rows == rows):
            withheld = PopulationEstimate(None, counted.withheld)
            one = made.by_metric.get(metric.name, NONE) if counted.withheld is None else withheld
            scores.append(
                table_score(
                    metric,
                    target=IDENTITY,
                    records=made.people,
                    value=one.value,
                    reason=one.reason,
                    quasi_identifiers=keys,
                    parameters=one.parameters,
                )
            )
    return tuple(scores)


def _estimated(counted: OpenCounts, rows: str, query: str) -> PopulationEstimates:
    """Return the estimates from the rows of a statement, which the macro `rows` renders."""
    fetched = fetch(counted.source.engine, query, counted.source.name, "estimate")
    return STEPS[rows](fetched, known_sample(counted.plan))
