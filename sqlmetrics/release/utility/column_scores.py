"""The scores of columns, of pairs of columns, and of records linked by an id."""

from __future__ import annotations

from pathlib import Path

from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.release.utility.columns import COARSE, UtilityColumn
from sqlmetrics.release.utility.losses import (
    ColumnLosses,
    LinkedLosses,
    PairLosses,
    check_record_ids,
    linked_plans,
    pairs_plan,
)
from sqlmetrics.release.utility.measured import MeasuredColumns
from sqlmetrics.release.utility.options import UtilityOptions
from sqlmetrics.release.utility.private import private_answer
from sqlmetrics.risk.scores import Score, table_score
from sqlmetrics.statement.catalogue import Metric, metrics_of
from sqlmetrics.statement.render import render
from sqlmetrics.text import csv_line


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
        return f"the hierarchy does not hold the values of {int(row.unplaced)} records"
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


def pair_scores(measured: MeasuredColumns) -> list[Score]:
    """Return the scores of pairs of columns, which compare their joint distributions."""
    relations = measured.relations
    plan = pairs_plan(relations, measured.columns) if measured.options.pairs else None
    if plan is None:
        return []
    names = {group["number"]: csv_line(column["name"] for column in group["columns"]) for group in plan["groups"]}
    statement = render("pair_losses", plan, dialect=relations.engine.dialect)
    rows = fetch_rows(relations.engine, statement, relations.original.name, PairLosses)
    return [
        table_score(
            metric,
            target=names[row.pair],
            records=row.total or 0,
            value=value,
            release=relations.releases[row.release - 1].name,
        )
        for row in sorted(rows, key=lambda row: (row.release, row.pair))
        for metric, value in zip(metrics_of("pairs"), row.values, strict=True)
    ]


def record_scores(measured: MeasuredColumns) -> list[Score]:
    """Return the scores of records that an id links with the original's, where there is one."""
    relations, record = measured.relations, measured.options.record
    if record is None:
        return []
    check_record_ids(relations, record)
    scores = []
    for release in relations.releases:
        rows: list[LinkedLosses] = []
        for plan in linked_plans(relations, release, measured.columns, record):
            statement = render("linked_losses", plan, dialect=relations.engine.dialect)
            rows += fetch_rows(relations.engine, statement, release.name, LinkedLosses)
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
