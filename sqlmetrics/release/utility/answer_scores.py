"""The query workload for releases, and the scores of their answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sqlmetrics.release.utility.answers import AnswerErrors, AnswerSummary, Reply
from sqlmetrics.release.utility.measured import MeasuredColumns
from sqlmetrics.release.utility.options import UtilityOptions
from sqlmetrics.release.utility.prediction_task import PredictionTask
from sqlmetrics.release.utility.predictions import prediction_tasks
from sqlmetrics.release.utility.private import CLASSES, DIGITS, error_class
from sqlmetrics.release.utility.workload import Base, generic_bases
from sqlmetrics.release.utility.workload_file import (
    NamedStatement,
    WorkloadFile,
    check_binned_dates,
    friendly_bases,
    read_workload,
)
from sqlmetrics.scoring.scores import Score, table_score
from sqlmetrics.statement.catalogue import Metric, metrics_of


@dataclass(frozen=True)
class QueryWorkload:
    """The queries for releases.

    `generic` and `friendly` are count tables of generated queries and of the user's, `statements`
    are the user's own SQL, and `predictions` models that are learnt.
    """

    generic: list[Base]
    friendly: list[Base]
    statements: list[NamedStatement]
    predictions: list[PredictionTask]


def query_workload(measured: MeasuredColumns) -> QueryWorkload:
    """Return the workload of an original's columns, with the queries of the user's file.

    Raises SpecError for what it cannot ask.
    """
    options = measured.options
    counted = options.individual is not None
    generic = (
        generic_bases(measured.columns, measured.records, seed=options.seed, counted=counted)
        if measured.records
        else []
    )
    own = (
        WorkloadFile([], [])
        if options.workload is None
        else read_workload(Path(options.workload), measured.relations.engine)
    )
    columns = {column.name: column for column in measured.columns}
    where = str(options.workload)
    friendly = friendly_bases(own.entries, columns, counted=counted, first=len(generic) + 1, where=where)
    check_binned_dates(measured.relations, friendly, where)
    tasks = prediction_tasks(own.entries, columns, options, where)
    return QueryWorkload(generic, friendly, own.statements, tasks)


def answer_scores(
    releases: Sequence[str],
    summaries: Sequence[AnswerSummary],
    hidden: Mapping[Key, WithheldErrors],
    options: UtilityOptions,
    generated: int,
) -> Iterator[Score]:
    """Yield the accuracy of the releases' answers, over a whole workload and for each measure.

    `generated` is the size of the generic workload. What would tell `hidden` errors is withheld.

    A metric for which several measures have no common unit is given for each measure only.
    """
    metrics = metrics_of("answers")
    for number, release in enumerate(releases, 1):
        rows = [row for row in summaries if row.release == number]
        for row in sorted(rows, key=lambda row: (row.workload != "generic", row.measure != "all", row.measure)):
            target = row.workload if row.measure == "all" else f"{row.workload}, {row.measure}"
            generic = f"queries={generated}, seed={options.seed}"
            parameters = generic if row.workload == "generic" else f"workload={Path(str(options.workload)).name}"
            for metric, value in zip(metrics, row.values, strict=True):
                if row.measure == "all" and metric.needs == "measure":
                    continue
                errors = hidden.get((row.release, row.workload, row.measure))
                shown = shown_score(metric, value, errors, row.queries, options.minimum_people)
                yield table_score(
                    metric,
                    target=target,
                    records=row.queries,
                    value=shown.value,
                    reason=shown.reason,
                    parameters=parameters if shown.rounded is None else f"{parameters}, rounded={shown.rounded}",
                    release=release,
                )
        if not any(row.workload == "generic" for row in rows):
            first = f"queries=0, seed={options.seed}"
            yield table_score(metrics[0], target="generic", records=0, value=None, parameters=first, release=release)


class WithheldErrors(NamedTuple):
    """The withheld errors among the answers of a release to a measure of a workload.

    `unknown` counts the withheld errors but misses, whose relative errors are 1. `worst` says that
    the largest relative error is among them, and `rest` how many are unknown once what is shown of
    single measures is taken from what is shown of all.
    """

    answers: int
    unknown: int
    worst: bool
    rest: int


Key = tuple[int, str, str]
"""A release by its number, a workload, and a measure or `all`."""


def withheld_errors(
    replies: Sequence[Reply], errors: Sequence[AnswerErrors], minimum_people: int
) -> Mapping[Key, WithheldErrors]:
    """Return the withheld errors of each release, workload and measure, and of all measures."""
    groups: dict[Key, list[tuple[Reply, AnswerErrors]]] = {}
    for reply, error in zip(replies, errors, strict=True):
        for measure in (reply.query.measure, "all"):
            groups.setdefault((reply.release, reply.query.workload, measure), []).append((reply, error))
    found = {key: _withheld(group) for key, group in groups.items()}
    rests = dict.fromkeys(found, 0)
    for (release, workload, measure), group in found.items():
        if measure != "all" and group.unknown < minimum_people:
            rests[release, workload, "all"] += group.unknown
    return {key: group._replace(rest=rests[key]) for key, group in found.items()}


def _withheld(group: Sequence[tuple[Reply, AnswerErrors]]) -> WithheldErrors:
    hidden = [(reply, error) for reply, error in group if reply.query.private is not None]
    unknown = [error.relative for reply, error in hidden if reply.answer is not None]
    known = [error.relative for reply, error in group if reply.query.private is None or reply.answer is None]
    worst = bool(unknown) and max(unknown) > max(known, default=-1.0)
    return WithheldErrors(len(hidden), len(unknown), worst, 0)


class ShownScore(NamedTuple):
    """What is shown of a metric of answers: its value, or why it is withheld, and its rounding."""

    value: float | None
    reason: str | None = None
    rounded: float | None = None


def shown_score(
    metric: Metric, value: float | None, hidden: WithheldErrors | None, queries: int, minimum_people: int
) -> ShownScore:
    """Return what is shown of a metric of the answers to a number of queries.

    Errors in the unit of the answers are withheld where one of the answers is: the error of a miss
    is the true answer. The largest relative error is, where it is one of them. Means that would
    tell the relative errors of a few are rounded, so that none is known to less than its class; of
    few queries, and of squares, they are withheld.
    """
    if value is None or hidden is None or metric.name == "missed_queries":
        return ShownScore(value)
    if metric.needs == "measure":
        told = f"withheld: {hidden.answers} of the true answers may be a person's value"
        return ShownScore(None, told) if hidden.answers else ShownScore(value)
    few = 0 < hidden.unknown < minimum_people or 0 < hidden.rest < minimum_people
    if not (hidden.worst if metric.name.startswith("worst") else few):
        return ShownScore(value)
    if metric.name in {"accuracy", "mean_relative_error"} and queries >= 2 * CLASSES[0] * 10**DIGITS:
        return ShownScore(round(value, DIGITS), None, 10**-DIGITS)
    error = 1 - value if metric.direction == "higher is more useful" else value
    return ShownScore(None, f"withheld: it would tell what may be a person's value; the error is {error_class(error)}")
