"""The view of a recoding: its query over the relation, in any dialect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypedDict

from sqlmetrics.advice.conditions import Condition
from sqlmetrics.advice.generalizations import Generalization
from sqlmetrics.advice.settled import by_target, class_plan
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import RecodingEntry, plan_entries, recoding_entry
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render


class ColumnEntry(TypedDict):
    """A column of a view: as it is, recoded, or the mark in every row."""

    column: str
    key: int | None
    recoding: RecodingEntry | None
    root: bool


def view_query(
    plan: Plan,
    columns: Sequence[str],
    levels: Sequence[tuple[Generalization, int]],
    conditions: Sequence[Condition],
    rounds: int,
    relation: str,
    dialect: Dialect,
    mark: str,
    *,
    starred: bool = True,
) -> str:
    """Return the query of a relation's columns with its quasi-identifiers recoded.

    Classes that fail a condition are marked, or left out, once for each of the rounds. `relation`
    is the text of a FROM clause.
    """
    query = ""
    for number in range(max(rounds, 1)):
        shown = levels if number == 0 else [(column, level if level == column.root else 0) for column, level in levels]
        query = _round(plan, columns, shown, conditions if rounds else (), relation, dialect, mark, starred, number)
        relation = f"(\n{query}\n)"
    return query


def _round(
    plan: Plan,
    columns: Sequence[str],
    levels: Sequence[tuple[Generalization, int]],
    conditions: Sequence[Condition],
    relation: str,
    dialect: Dialect,
    mark: str,
    starred: bool,
    number: int,
) -> str:
    """Return the query of one round of suppression."""
    keys = [column.column for column, level in levels if level < column.root]
    recodings = {column.column: partition for column, level in levels if (partition := column.partition(level))}
    marked = dict.fromkeys(keys, mark) if number and starred else None
    recoded = replace(plan, quasi_identifiers=tuple(keys), recodings=recodings, suppressed=marked)
    classes = class_plan(recoded, conditions)
    by_name = {column.column: (column, level) for column, level in levels}
    entries = []
    for name in columns:
        column, level = by_name.get(name, (None, 0))
        partition = None if column is None else column.partition(level)
        entries.append(
            ColumnEntry(
                column=plan.spelt(name),
                key=keys.index(name) + 1 if name in keys else None,
                recoding=None if partition is None else recoding_entry(partition),
                root=column is not None and level == column.root,
            )
        )
    described = plan_entries(classes, relation, named_keys=True, needed=bool(conditions))
    listed = by_target(conditions, classes)
    return render("advised_view", described, entries, listed, mark, starred, dialect=dialect)


def create_view(name: str, query: str) -> str:
    """Return the statement that creates a view of a query."""
    return f"create view {name} as\n{query}"
