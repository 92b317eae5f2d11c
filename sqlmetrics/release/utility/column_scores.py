"""The scores of columns, of pairs of columns, and of records linked by an id."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.engine.comparison import Compared
from sqlmetrics.engine.engine import fetch
from sqlmetrics.engine.rows import Statement, macro_statement
from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.columns import COARSE, UtilityColumn
from sqlmetrics.release.utility.groups import Group, Relations, groups_plan
from sqlmetrics.release.utility.measured import ColumnLosses, MeasuredColumns
from sqlmetrics.release.utility.options import UtilityOptions
from sqlmetrics.release.utility.private import private_answer
from sqlmetrics.scoring.scores import Score, table_score
from sqlmetrics.statement.catalogue import Metric, metrics_of
from sqlmetrics.statement.render import render
from sqlmetrics.text import counted, csv_line

LINKED_CTES = 5
"""The common table expressions of a linked column."""

MOST_PAIRS = 45
"""The most pairs of columns to compare: ten columns have as many."""


class PairLosses(NamedTuple):
    """A row of `pair_losses`: a pair of columns of a release, and the metrics' values."""

    pair: int
    release: int
    total: float | None
    released_total: float | None
    values: tuple[float | None, ...]


class LinkedLosses(NamedTuple):
    """A row of `linked_losses`: a column, its linked pairs and numbers, and metrics' values.

    `largest_square` and `square_sum` describe the errors of linked numbers.
    """

    column: int
    linked_pairs: int
    linked_numbers: int
    largest_square: float | None
    square_sum: float | None
    values: tuple[float | None, ...]


def column_scores(measured: MeasuredColumns) -> list[Score]:
    """Return the scores of each column, of its values that releases kept and lost.

    A metric of columns and records is left to the linked records where there is a record id, and
    out where it is not defined.
    """
    with_ranges = {row.column for row in measured.losses if row.form == 2}
    scores = []
    for row in sorted(measured.losses, key=lambda row: (row.release, row.column)):
        column = measured.column(row.column)
        if row.form != (2 if column.continuous and row.column in with_ranges else 1):
            continue
        release = measured.relations.releases[row.release - 1].name
        for metric, value in zip(metrics_of("columns"), row.values, strict=True):
            if metric.needs == "hierarchy" and column.name not in measured.trees:
                continue
            if "records" in metric.of and (measured.options.record is not None or value is None):
                continue
            scores.append(
                table_score(
                    metric,
                    target=column.name,
                    records=row.filled or 0,
                    value=value if row.total else None,
                    reason=_reason(metric, column, row),
                    parameters=_parameters(metric, column, measured),
                    release=release,
                )
            )
    return scores


def _reason(metric: Metric, column: UtilityColumn, row: ColumnLosses) -> str | None:
    """Return why a metric of a column is undefined, None where its header says why."""
    if not row.total:
        return "the original has no records"
    if metric.varies == "bins" and not row.released_total:
        return "the release does not have the column, or no records"
    if metric.needs == "hierarchy" and row.unplaced:
        return f"the hierarchy does not hold the values of {counted(int(row.unplaced), 'record')}"
    if metric.varies == "form" and column.continuous:
        return "the original has no value"
    return None


def _parameters(metric: Metric, column: UtilityColumn, measured: MeasuredColumns) -> str | None:
    """Return the parameters of a metric's value: a hierarchy, bins, or the form of the column."""
    if metric.needs == "hierarchy":
        return f"hierarchy={Path(measured.options.hierarchies[column.name]).stem}"
    if metric.varies == "form":
        return covered_form(column)
    bins = column.bin(COARSE) if column.continuous else None
    return f"bins={bins}" if bins is not None and metric.varies == "bins" else None


def covered_form(column: UtilityColumn) -> str:
    """Return the form in which a column is covered: as a range, or by its values."""
    return "continuous" if column.continuous else "enumerative"


def pairs_plan(relations: Relations, columns: Sequence[UtilityColumn]) -> dict[str, Any] | None:
    """Return the arguments of the template `pair_losses`.

    None stands for no pair of columns, or more than MOST_PAIRS.
    """
    pairs = list(combinations(columns, 2))
    if not 0 < len(pairs) <= MOST_PAIRS:
        return None
    coarse = {column: column.bin(COARSE) if column.continuous else None for column in columns}
    groups = [Group(number, tuple((column, coarse[column]) for column in pair)) for number, pair in enumerate(pairs, 1)]
    return groups_plan(relations, groups) | {"metrics": [metric.name for metric in metrics_of("pairs")]}


def pair_statements(measured: MeasuredColumns) -> list[Statement]:
    """Return the statement that compares pairs of columns; none where it is not asked."""
    plan = pairs_plan(measured.relations, measured.columns) if measured.options.pairs else None
    return [] if plan is None else [macro_statement("pair_losses", plan, about=("how alike pairs of columns are",))]


def pair_scores(measured: MeasuredColumns) -> list[Score]:
    """Return the scores of pairs of columns, which compare their joint distributions."""
    relations = measured.relations
    names = [csv_line(column.name for column in pair) for pair in combinations(measured.columns, 2)]
    return [
        table_score(
            metric,
            target=names[row.pair - 1],
            records=row.total or 0,
            value=value,
            release=relations.releases[row.release - 1].name,
        )
        for statement in pair_statements(measured)
        for row in sorted(
            statement.rows(relations.engine, relations.original.name, PairLosses),
            key=lambda row: (row.release, row.pair),
        )
        for metric, value in zip(metrics_of("pairs"), row.values, strict=True)
    ]


def linked_plans(
    relations: Relations, release: Compared, columns: Sequence[UtilityColumn], record: str
) -> list[dict[str, Any]]:
    """Return the arguments of the template `linked_losses`, for some columns at a time."""
    shared = [column for column in columns if column.name in release.column_names]
    base = {
        "record": record,
        "original": relations.original.from_sql,
        "release": release.from_sql,
        "suppressed": relations.suppressed,
        "metrics": [{"name": metric.name, "of_columns": "columns" in metric.of} for metric in metrics_of("records")],
    }
    entries = [column.entry(column.bin(COARSE) if column.continuous else None) for column in shared]
    most = relations.engine.dialect.ctes // LINKED_CTES
    return [base | {"columns": entries[first : first + most]} for first in range(0, len(entries), most)]


def check_record_ids(relations: Relations, record: str) -> None:
    """Raise SpecError where a record id is missing in a relation, or there more than once."""
    for relation in (relations.original, *relations.releases):
        relation.check(record)
        query = render("repeated_records", relation.from_sql, record, dialect=relations.engine.dialect)
        ((repeated,),) = fetch(relations.engine, query, relation.name)
        if int(repeated):
            raise SpecError(
                f"{relation.name}: {counted(int(repeated), 'value')} of '{record}'"
                f" {'is' if int(repeated) == 1 else 'are'} there more than once;"
                " a record id names one record"
            )


def record_statements(measured: MeasuredColumns, release: Compared) -> list[Statement]:
    """Return the statements on the linked records of a release; none without a record id."""
    if measured.options.record is None:
        return []
    plans = linked_plans(measured.relations, release, measured.columns, measured.options.record)
    about = (f"what linked records of {release.name} tell",)
    return [macro_statement("linked_losses", plan, about=about) for plan in plans]


def record_scores(measured: MeasuredColumns) -> list[Score]:
    """Return the scores of records that an id links with the original's, where there is one."""
    relations, record = measured.relations, measured.options.record
    if record is None:
        return []
    check_record_ids(relations, record)
    scores = []
    for release in relations.releases:
        rows = [
            row
            for statement in record_statements(measured, release)
            for row in statement.rows(relations.engine, release.name, LinkedLosses)
        ]
        for row in rows:
            column = measured.column(row.column)
            bins = column.bin(COARSE) if column.continuous else None
            for metric, value in zip(metrics_of("records"), row.values, strict=True):
                if metric.needs == "number" and not column.numeric:
                    continue
                reason = (
                    "no record of the release has the id of one of the original" if "columns" in metric.of else None
                )
                if metric.needs == "number" and (private := _private_square(row, measured.options)):
                    value, reason = None, f"withheld: {private}"
                binned = "" if bins is None or metric.varies != "bins" else f", bins={bins}"
                scores.append(
                    table_score(
                        metric,
                        target=column.name,
                        records=getattr(row, str(metric.records)),
                        value=value,
                        reason=reason,
                        parameters=f"record={record}{binned}",
                        release=release.name,
                    )
                )
    return scores


def _private_square(row: LinkedLosses, options: UtilityOptions) -> str | None:
    """Return why a mean squared error would give a person's value away, None where it does not."""
    if options.show_values or not row.linked_numbers:
        return None
    return private_answer(
        "sum",
        contributors=row.linked_numbers,
        largest=row.largest_square,
        total=row.square_sum,
        minimum_people=options.minimum_people,
        counted="linked records",
    )
