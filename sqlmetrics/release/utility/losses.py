"""What releases lost of each column: the statements that measure it, and their rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from sqlmetrics.engine.comparison import Compared
from sqlmetrics.engine.engine import fetch
from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.columns import COARSE, Column
from sqlmetrics.release.utility.groups import Group, Relations, groups_plan
from sqlmetrics.statement.render import render

OF_COLUMNS = (
    "coverage", "invented_values", "total_variation_similarity", "kl_divergence", "precision", "granularity", "normalized_granularity",
    "non_uniform_entropy", "column_mutual_information",
)  # fmt: skip
"""The metrics that the statement of the columns gives, in its order."""

OF_HIERARCHIES = ("precision", "granularity", "normalized_granularity", "non_uniform_entropy", "column_mutual_information")
"""Those of them that need the column's hierarchy."""

OF_RECORDS = ("column_mutual_information", "mean_squared_error")
"""The metrics of linked records."""

TOGETHER = 12
"""MySQL and MariaDB let a statement have 64 common table expressions: so many linked columns stay below that."""

MOST_PAIRS = 45
"""At most so many pairs of columns are compared: those of ten columns."""

Tree = tuple[tuple[str, ...], ...]


def columns_plan(relations: Relations, columns: Sequence[Column], trees: Mapping[str, Tree]) -> dict[str, Any]:
    """Return what the template `column_losses` takes."""
    plan = groups_plan(relations, [Group(column.number, ((column, None),)) for column in columns])
    entries: list[dict[str, Any]] = []
    for column, group in zip(columns, plan["groups"], strict=True):
        points = column.bin(COARSE)
        entry = group["columns"][0] | {"points": None if points is None else points.entry(), "hierarchy": None}
        if column.name in trees:
            rows = trees[column.name]
            levels = [list(dict.fromkeys((row[0], row[level]) for row in rows)) for level in range(len(rows[0]))]
            entry["hierarchy"] = {"leaves": len({row[0] for row in rows}), "height": len(rows[0]) - 1, "levels": levels}
        entries.append(entry)
    return plan | {"columns": entries, "metrics": list(OF_COLUMNS)}


def pairs_plan(relations: Relations, columns: Sequence[Column]) -> dict[str, Any] | None:
    """Return what the template `pair_losses` takes; None where there is no pair of columns, or more than MOST_PAIRS."""
    pairs = list(combinations(columns, 2))
    if not 0 < len(pairs) <= MOST_PAIRS:
        return None
    coarse = {column: column.bin(COARSE) if column.continuous else None for column in columns}
    return groups_plan(relations, [Group(number, tuple((each, coarse[each]) for each in pair)) for number, pair in enumerate(pairs, 1)])


def linked_plans(relations: Relations, release: Compared, columns: Sequence[Column], record: str) -> list[dict[str, Any]]:
    """Return what the template `linked_losses` takes, of some columns each."""
    shared = [column for column in columns if column.name in release.column_names]
    base = {
        "record": record,
        "original": relations.original.from_sql,
        "release": release.from_sql,
        "suppressed": relations.suppressed,
    }
    entries = [column.entry(column.bin(COARSE) if column.continuous else None) for column in shared]
    return [base | {"columns": entries[first : first + TOGETHER]} for first in range(0, len(entries), TOGETHER)]


def check_records(relations: Relations, record: str) -> None:
    """Raise SpecError where a record id is not one: missing in a relation, or there more than once."""
    for relation in (relations.original, *relations.releases):
        relation.check(record)
        query = render("repeated_records", relation.from_sql, record, dialect=relations.engine.dialect)
        repeated = int(fetch(relations.engine, query, relation.name)[0][0])
        if repeated:
            raise SpecError(f"{relation.name}: {repeated} values of '{record}' are there more than once; a record id names one record")
