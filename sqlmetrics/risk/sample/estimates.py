"""The scores that are estimated from rows of statements on the counts of a sample."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from sqlmetrics.engine.engine import fetch
from sqlmetrics.engine.rows import read_rows
from sqlmetrics.risk.counted import Counted
from sqlmetrics.risk.sample.estimate import Estimate
from sqlmetrics.risk.sample.log_linear import CELLS, AloneRow, CodedRow, of_independence, of_two_way
from sqlmetrics.risk.sample.sizes import SizeRow, class_sizes, population_of
from sqlmetrics.risk.sample.uniqueness import population_uniqueness
from sqlmetrics.risk.scores import Score, table_score
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import PlanEntries
from sqlmetrics.statement.plan import IDENTITY, Plan, Sample
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import about, comment
from sqlmetrics.text import csv_field


class Estimates(NamedTuple):
    """The estimates of metrics by name, and the people whom they rest on."""

    people: int
    by_metric: Mapping[str, Estimate]


NOBODY = Estimates(0, {})
"""The estimates from a table without records: there are none."""

NONE = Estimate(None, "the table has no records")


class Step(NamedTuple):
    """A numerical step: it takes the rows of a statement, and the arguments of its macro."""

    arguments: Callable[[Sample], tuple[object, ...]]
    estimates: Callable[[list[tuple[Any, ...]], Sample], Estimates]


def _of_sizes(rows: list[tuple[Any, ...]], sample: Sample) -> Estimates:
    """Return the estimates from the classes by their size."""
    if not rows:
        return NOBODY
    sizes = class_sizes(read_rows(rows, SizeRow), sample)
    return Estimates(sizes.people, population_uniqueness(sizes))


def _of_alone(rows: list[tuple[Any, ...]], sample: Sample) -> Estimates:
    """Return the estimates of the model of independence."""
    (row,) = read_rows(rows, AloneRow)
    if not row.people:
        return NOBODY
    population_of(row.people, sample)
    return Estimates(row.people, of_independence(row))


def _of_classes(rows: list[tuple[Any, ...]], sample: Sample) -> Estimates:
    """Return the estimates of the model with interactions."""
    if not rows:
        return NOBODY
    classes = read_rows(rows, CodedRow)
    people = classes[0].people
    return Estimates(people, of_two_way(classes, population_of(people, sample).odds))


STEPS: Mapping[str, Step] = {
    "class_sizes": Step(lambda _: (), _of_sizes),
    "expected_alone": Step(lambda sample: sample.texts, _of_alone),
    "coded_classes": Step(lambda _: (CELLS,), _of_classes),
}
"""What takes the rows of a statement, by the name of its macro."""


def counting_plan(plan: Plan) -> Plan:
    """Return the plan whose counts the scores of a plan need: the identity's too for estimates."""
    if not plan.estimated:
        return plan
    size = catalogue()["k_anonymity"]
    others = [metric for metric in plan.metrics if metric.name != size.name]
    return replace(plan, metrics=(size, *others), level="table", limit=None, numbered=False)


def with_estimates(scores: tuple[Score, ...], counted: Counted) -> tuple[Score, ...]:
    """Return scores with the estimates of a plan behind the others of the identity.

    Raises SpecError, QueryError as `estimated_scores`.
    """
    estimated = estimated_scores(counted)
    last = max((place for place, score in enumerate(scores, 1) if score.target == IDENTITY), default=0)
    return (*scores[:last], *estimated, *scores[last:])


def estimated_scores(counted: Counted) -> tuple[Score, ...]:
    """Return the scores of a plan's estimated metrics; their target is the identity.

    Raises SpecError where the population is smaller than the sample, QueryError where the engine
    fails.
    """
    plan, keys = counted.plan, ",".join(map(csv_field, counted.plan.quasi_identifiers))
    scores = []
    for rows, query in _queries(plan, counted.entries, counted.source.engine.dialect).items():
        made = _estimated(counted, rows, query)
        for metric in (metric for metric in plan.estimated if metric.rows == rows):
            withheld = Estimate(None, counted.withheld)
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


def _estimated(counted: Counted, rows: str, query: str) -> Estimates:
    """Return the estimates from the rows of a statement, which the macro `rows` renders."""
    fetched = fetch(counted.source.engine, query, counted.source.name, "estimate")
    return STEPS[rows].estimates(fetched, _sample(counted.plan))


def _sample(plan: Plan) -> Sample:
    """Return what a plan that estimates knows of the population."""
    assert plan.sample is not None  # noqa: S101 - no other plan has metrics of samples
    return plan.sample


def estimated_sql(plan: Plan, name: str, entries: Callable[[Plan], PlanEntries], dialect: Dialect) -> list[str]:
    """Return the statements whose rows the estimates of a plan take, below comments."""
    title, *rest = about(replace(counting_plan(replace(plan, metrics=())).measured, metrics=plan.estimated), name)
    return [
        f"{comment(title, rest[0], rest[1], 'the rows that `sqlmetrics score` estimates it from')}{query}\n"
        for query in _queries(plan, entries, dialect).values()
    ]


def _queries(plan: Plan, entries: Callable[[Plan], PlanEntries], dialect: Dialect) -> dict[str, str]:
    """Return the statements of a plan's estimates, by the names of their macros."""
    macros = dict.fromkeys(metric.rows for metric in plan.estimated if metric.rows is not None)
    made = entries(replace(counting_plan(plan), weight=None, household=None)) if macros else None
    return {macro: render(macro, made, *STEPS[macro].arguments(_sample(plan)), dialect=dialect) for macro in macros}
