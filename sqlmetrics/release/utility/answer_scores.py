"""The query workload for releases, and the scores of their answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlmetrics.release.utility.answers import AnswerSummary
from sqlmetrics.release.utility.measured import MeasuredColumns
from sqlmetrics.release.utility.options import UtilityOptions
from sqlmetrics.release.utility.withheld import Key, WithheldErrors, shown_score
from sqlmetrics.release.utility.workload import Base, generic_bases
from sqlmetrics.release.utility.workload_file import NamedStatement, WorkloadFile, friendly_bases, read_workload
from sqlmetrics.release.utility.written_bins import check_binned_dates
from sqlmetrics.risk.scores import Score, table_score
from sqlmetrics.statement.catalogue import metrics_of


@dataclass(frozen=True)
class QueryWorkload:
    """The queries for releases.

    `generic` and `friendly` are count tables of generated queries and of the user's, `statements`
    are the user's own SQL.
    """

    generic: list[Base]
    friendly: list[Base]
    statements: list[NamedStatement]


def query_workload(measured: MeasuredColumns) -> QueryWorkload:
    """Return the workload of an original's columns, with that of the user's file.

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
    return QueryWorkload(generic, friendly, own.statements)


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
