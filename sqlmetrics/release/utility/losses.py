"""The losses of columns in releases: the statements that measure them, and their rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from sqlmetrics.engine.comparison import Compared
from sqlmetrics.engine.engine import fetch
from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.columns import COARSE, UtilityColumn
from sqlmetrics.release.utility.groups import Group, Relations, groups_plan
from sqlmetrics.spec.hierarchies import mapping_of
from sqlmetrics.statement.catalogue import metrics_of
from sqlmetrics.statement.render import render

LINKED_CTES = 5
"""The common table expressions of a linked column."""

MOST_PAIRS = 45
"""The most pairs of columns to compare: ten columns have as many."""

Tree = tuple[tuple[str, ...], ...]


class ColumnLosses(NamedTuple):
    """A row of `column_losses`: a column of a release in one form, and the metrics' values.

    The counts are what the values are made of.
    """

    column: int
    release: int
    form: int
    distinct_values: float | None
    known_values: float | None
    filled: float | None
    released_filled: float | None
    total: float | None
    released_total: float | None
    unplaced: float | None
    lost_values: float | None
    rare_values: float | None
    values: tuple[float | None, ...]


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


def columns_plan(relations: Relations, columns: Sequence[UtilityColumn], trees: Mapping[str, Tree]) -> dict[str, Any]:
    """Return the arguments of the template `column_losses`."""
    plan = groups_plan(relations, [Group(column.number, ((column, None),)) for column in columns])
    entries: list[dict[str, Any]] = []
    for column, group in zip(columns, plan["groups"], strict=True):
        points = column.bin(COARSE)
        entry = group["columns"][0] | {"points": None if points is None else points.entry(), "hierarchy": None}
        if column.name in trees:
            rows = trees[column.name]
            levels = [mapping_of(rows, level).items() for level in range(len(rows[0]))]
            entry["hierarchy"] = {"leaves": len(levels[0]), "height": len(rows[0]) - 1, "levels": levels}
        entries.append(entry)
    return plan | {"columns": entries, "metrics": [metric.name for metric in metrics_of("columns")]}


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
                f"{relation.name}: {int(repeated)} values of '{record}' are there more than once;"
                " a record id names one record"
            )
