"""The sums over sampled classes that a statement returns, and the scores that follow from them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, TypedDict

from sqlmetrics.errors import QueryError
from sqlmetrics.risk.estimation.estimators import NO_ESTIMATE, Estimate, estimated, estimated_total
from sqlmetrics.risk.estimation.formulas import formula
from sqlmetrics.risk.estimation.sums import TERMS, TOTALS, ClassSample, ClassSums, pairs_of, terms_of
from sqlmetrics.scoring.scores import Score, table_score
from sqlmetrics.statement.catalogue import Metric
from sqlmetrics.statement.entries import metric_entry
from sqlmetrics.statement.plan import Plan, Target
from sqlmetrics.text import csv_line

EMPTY = "the table has no records"
"""The reason why nothing is estimated of an empty table."""


class WantedSums(TypedDict):
    """The sums over classes that the macro `class_sums` makes, of one target.

    `columns` are the names of the columns that it makes, with the columns of known totals.
    """

    terms: list[str]
    pairs: list[tuple[str, str]]
    extremes: list[str]
    parameters: dict[str, str]
    columns: list[str]


class SearchEntry(TypedDict):
    """How classes of much weight are looked for, as the macro `weighty_buckets` describes it."""

    buckets: int
    share: float
    fewest: int
    step: int
    place: str


class SampleEntry(TypedDict):
    """A sample of classes for the macro `sampled_classes`: by a threshold, or counted already.

    `whole` names the column that says which classes are there for their weight, which `search`
    finds. `value_counts` are the counts of the values of all records, `records` the records of each
    target, by its number.
    """

    threshold: int | None
    whole: str
    search: SearchEntry | None
    value_counts: str | None
    records: dict[int, int]


class SumRow(NamedTuple):
    """A row of the macro `sampled_sums`: a target, and its numbers in the order of the columns."""

    target_number: int
    numbers: tuple[float | None, ...]


class SliceRow(NamedTuple):
    """A row of the macro `sampled_sums` of a slice, by its name in records."""

    slice: str
    target_number: int
    numbers: tuple[float | None, ...]


def wanted_sums(plan: Plan, target: Target, known: Collection[str] = TOTALS, *, weighty: bool = False) -> WantedSums:
    """Return the sums that the metrics of a target are estimated from, beside `known` totals.

    Without the counts of the values no class is compared with the whole table. Where classes are in
    the sample for their weight, `weighty`, their sums stand apart.
    """
    compared = target.column is None or "target_values" in known
    metrics = [metric for metric in plan.metrics_of(target) if compared or not metric.weighed]
    identity = target.column is None
    terms = terms_of(metrics, known, identity=identity)
    names = [name for metric in metrics if metric.bound for name in formula(metric.bound).names]
    extremes = [name for name in dict.fromkeys(names) if name.startswith(("least_", "max_"))]
    pairs = pairs_of(terms, known)
    texts = [text for metric in metrics for text in (metric.estimate, metric.bound, metric.worst) if text]
    bounds = [text for name in terms for text in (TERMS[name].least, TERMS[name].most, *TERMS[name].caps) if text]
    used = {name for text in (*texts, *bounds) for name in formula(text).names}
    totals = [name for name in TOTALS if name in known and name in used and (not identity or name == "records")]
    return WantedSums(
        terms=list(terms),
        pairs=list(pairs),
        extremes=extremes,
        parameters={name: text for metric in metrics for name, text in plan.parameters_of(metric).items()},
        columns=[
            "sampled_classes",
            *(f"{kind}_{name}" for name in terms for kind in ("sum", "squares", *(["whole"] if weighty else []))),
            *(f"product_{one}_{other}" for one, other in pairs),
            *extremes,
            *(f"total_{name}" for name in dict.fromkeys(["records", *totals]) if name in known),
        ],
    )


def class_sums(wanted: WantedSums, numbers: Mapping[str, float | None]) -> ClassSums:
    """Return the sums of a row, by the names of its columns."""

    def number(column: str) -> float:
        return numbers[column] or 0.0

    return ClassSums(
        classes=number("sampled_classes"),
        sums={name: number(f"sum_{name}") for name in wanted["terms"]},
        squares={name: number(f"squares_{name}") for name in wanted["terms"]},
        whole={name: number(column) for name in wanted["terms"] if (column := f"whole_{name}") in numbers},
        products={(one, other): number(f"product_{one}_{other}") for one, other in wanted["pairs"]},
        extremes={name: numbers[name] for name in wanted["extremes"]},
    )


def known_totals(wanted: WantedSums, numbers: Mapping[str, float | None]) -> dict[str, float]:
    """Return what a row says of the whole table, by name."""
    names = [column.removeprefix("total_") for column in wanted["columns"] if column.startswith("total_")]
    return {name: numbers[f"total_{name}"] or 0.0 for name in names}


def columns_of(wanted: Mapping[int, WantedSums]) -> list[str]:
    """Return the columns of the rows of all targets."""
    return list(dict.fromkeys(column for one in wanted.values() for column in one["columns"]))


def estimated_scores(
    plan: Plan, summed: Plan, wanted: Mapping[int, WantedSums], rows: Sequence[SumRow], share: float
) -> tuple[Score, ...]:
    """Return the estimated scores of a plan's targets, from a row of sums for each.

    `summed` is the plan of those targets and metrics that the sums are for; the others have no
    value. Raises QueryError where a target has no row.
    """
    columns = columns_of(wanted)
    by_place = {row.target_number: dict(zip(columns, row.numbers, strict=True)) for row in rows}
    if missing := [target.name for place, target in enumerate(summed.targets) if place not in by_place]:
        raise QueryError(f"the estimates of {', '.join(missing)} lack their sums")
    places = {target.view: place for place, target in enumerate(summed.targets)}
    scores: list[Score] = []
    for target in plan.targets:
        place = places.get(target.view)
        metrics = (*plan.metrics_of(target), *(one for one in plan.estimated if one.targets in target.scopes))
        if place is None:
            scores += [_score(plan, target, metric, Estimate(None, reason=NO_ESTIMATE), 0) for metric in metrics]
            continue
        numbers = by_place[place]
        sums, totals = class_sums(wanted[place], numbers), known_totals(wanted[place], numbers)
        sample = ClassSample(share, totals, identity=target.column is None, slice=bool(plan.slices))
        records = totals["records"] if "records" in totals else estimated_total("records", sums, share).value
        for metric in metrics:
            one = estimated(metric, sums, sample, plan.parameters_of(metric))
            scores.append(_score(plan, target, metric, one if records else Estimate(None, reason=EMPTY), records))
    return tuple(scores)


def _score(plan: Plan, target: Target, metric: Metric, one: Estimate, records: float) -> Score:
    """Return an estimate as a score record."""
    entry = metric_entry(plan, metric)
    score = table_score(
        metric,
        target=target.name,
        records=round(records),
        value=one.value,
        reason=entry["undefined"] if one.reason == metric.undefined else one.reason,
        quasi_identifiers=csv_line(plan.quasi_identifiers),
        parameters=target.parameters.get(metric.targets, entry["parameter_text"]),
        low=one.low,
        high=one.high,
    )
    return score._replace(partition=target.view[1], unit=entry["unit"])
