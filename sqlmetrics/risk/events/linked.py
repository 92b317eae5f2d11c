"""What several tables have of the same people, counted before anything is scored."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.engine.source import opened
from sqlmetrics.errors import SpecError
from sqlmetrics.scoring.extent import check_mapped
from sqlmetrics.scoring.linked_tables import LinkedTables, TableAlone
from sqlmetrics.spec.linked_tables import linked_relation
from sqlmetrics.spec.place import MAIN, name_of
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.linked_tables import LinkedEntries, linked_extent_sql, linked_plan
from sqlmetrics.text import counted as number_of
from sqlmetrics.text import joined


class TableExtent(NamedTuple):
    """A row of `linked_extent`, which describes it; the last is about the points of all tables."""

    place: int
    records: int
    nobodys: int
    orphans: int
    people: int


def checked_tables(spec: Spec, progress: Progress) -> LinkedTables:
    """Return what a spec's tables have of people. Raises SpecError where they cannot be linked."""
    linked = linked_relation(spec)
    with opened(linked.relations[0], spec.place, progress, beside=linked.relations[1:]) as source:
        entries = source.linked_entries(linked)
        for table, entry in zip(linked.tables, entries.tables, strict=True):
            check_mapped(source.engine, linked_plan(table).partitions, entry["plan"]["relation"], table.name)
        *rows, whole = _extents(source.engine, entries, name_of(linked))
    main = rows[0]
    several = main.records - main.nobodys - main.people
    if several:
        raise SpecError(
            f"{MAIN} has {number_of(several, 'further row')} of people who have one already: name the columns that"
            " tell people apart as its `key`, or make a view with a row for each person"
        )
    for table, row in zip(linked.tables, rows, strict=True):
        if row.orphans and not row.people:
            raise SpecError(
                f"no key of {table.name} is in {MAIN}: compare {joined(list(table.key))} there with"
                f" {joined(list(linked.tables[0].key))}; keys are texts, so that 1, 01 and 1.0 are three"
            )
    tables = [
        TableAlone(
            table.name,
            name_of(table.spec.records),
            table.columns,
            row.records,
            row.people,
            main.people - row.people,
            row.orphans,
            row.nobodys,
            partitions=linked_plan(table).recodings,
        )
        for table, row in zip(linked.tables, rows, strict=True)
    ]
    return LinkedTables(main.people, 0 if linked.everybody else main.people - whole.people, tuple(tables))


def _extents(engine: Engine, entries: LinkedEntries, name: str) -> list[TableExtent]:
    """Return who has rows in each table, and in all with points together."""
    query = linked_extent_sql(entries, engine.dialect)
    return sorted(fetch_rows(engine, query, name, TableExtent, "plan"))
