"""The points of people in several tables as one relation, and what of people is in each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypedDict

from sqlmetrics.spec.place import PERSON, POINT, LinkedRelation, LinkedTable
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import PlanEntries, plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import kept, with_spelling


class LinkedEntry(TypedDict):
    """A table of people for the macros of `linked`: its name, the columns of its key, its plan."""

    name: str
    key: list[str]
    plan: PlanEntries


class LinkedEntries(NamedTuple):
    """The tables of people for the macros of `linked`, and the names of columns there."""

    tables: Sequence[LinkedEntry]
    pointed: Sequence[LinkedEntry]
    names: Mapping[str, str]
    secrets: Sequence[str]

    @property
    def main(self) -> LinkedEntry:
        """The table with all people."""
        return self.tables[0]


def linked_plan(table: LinkedTable) -> Plan:
    """Return the plan of a table's own columns. Raises SpecError."""
    return build_plan(table.spec)


def linked_entries(
    linked: LinkedRelation, relations: Sequence[str], dialect: Dialect, *, printed: bool = False
) -> LinkedEntries:
    """Return the entries of tables, whose `relations` are the texts of FROM clauses.

    Where they are `printed`, columns are spelt as the database keeps them. Raises SpecError.
    """
    main = linked.tables[0].spec
    spells = printed and not main.exact_names

    def spelt(column: str) -> str:
        return kept(column, dialect) if spells else column

    entries = []
    for table, from_sql in zip(linked.tables, relations, strict=True):
        plan = linked_plan(table)
        plan = with_spelling(plan, dialect, exact=not spells)
        own = plan_entries(plan, from_sql)
        own = PlanEntries(**{**own, "quasi_identifiers": own["quasi_identifiers"] if table.columns else []})
        entries.append(LinkedEntry(name=table.name, key=[*map(spelt, table.key)], plan=own))
    return LinkedEntries(
        tables=entries,
        pointed=entries if linked.everybody or linked.tables[0].columns else entries[1:],
        names={"person": spelt(PERSON), "table": spelt(POINT[0]), "value": spelt(POINT[1])},
        secrets=[*map(spelt, main.sensitive)],
    )


def linked_sql(entries: LinkedEntries, dialect: Dialect) -> str:
    """Return the points of all tables as the text of a FROM clause."""
    return render("linked_points", entries.pointed, entries.main, entries.names, entries.secrets, dialect=dialect)


def linked_extent_sql(entries: LinkedEntries, dialect: Dialect) -> str:
    """Return the statement that counts people and rows of each table, and of all with points."""
    return render("linked_extent", entries.tables, entries.main, entries.pointed, dialect=dialect)
