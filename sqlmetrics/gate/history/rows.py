"""The rows of a history, and the statements on its table."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.spec.place import History
from sqlmetrics.statement.dialects import DIALECTS, DUCKDB, Dialect, HistoryTable
from sqlmetrics.statement.render import render

VERSION = 1
"""The version of the columns below; a history of another version is neither read nor written."""

WAIT = 30.0
"""Seconds to wait for another process that writes to the same history, in every kind of place."""

AT_ONCE = 10_000
"""The number of rows in a statement that adds them."""


class HistoryEntry(NamedTuple):
    """One score of one run, with the facts of the run.

    - `place` counts the scores of a job's run from 1. At 0 it is none: the row says for which
      `reason` the job was not measured, and has no value.
    - `recorded_at` is the time in UTC at which the run ended, as ISO 8601.
    - `status` is `passed` or `failed`, or `error` where nothing was measured.
    - `relation_records` and `individuals` are the counts of the whole relation.
    - `fingerprint` changes with the relation; see `engine.fingerprint`.
    - `recodings` and `verdicts` are JSON.
    - `seconds` is the duration of the scoring.
    - `statement_hash` is the SHA-256 of the statement.
    - `versions` has the versions of sqlmetrics, the engine and Python.

    All other columns are the score record's; by default they stand for no score. `slice` and
    `added` are the last, as histories of older versions lack them. `added` is the number by which
    runs were added, from 1: it is their order, whatever clocks say.
    """

    history_version: int
    run_id: str
    job: str
    place: int
    recorded_at: str
    status: str
    relation: str
    relation_records: int = 0
    individuals: int | None = None
    fingerprint: str = ""
    nulls: str = ""
    recodings: str = "{}"
    seconds: float = 0.0
    statement_hash: str = ""
    dialect: str = ""
    versions: str = ""
    metric: str = "not_measured"
    target: str = ""
    quasi_identifiers: str = ""
    partition: str | None = None
    level: str = "table"
    records: int = 0
    value: float | None = None
    reason: str | None = None
    unit: str = ""
    direction: str = ""
    parameters: str | None = None
    verdicts: str = "[]"
    slice: str | None = None
    added: int | None = None

    @property
    def order(self) -> tuple[int, str, str, str, int]:
        """What orders entries: the order in which runs were added, and time for older ones."""
        return self.added or 0, self.recorded_at, self.run_id, self.job, self.place

    @property
    def measured(self) -> bool:
        """Whether it is a score, and not the reason for which there is none."""
        return self.place > 0

    @property
    def limited(self) -> bool:
        """Whether the run held the score to a threshold."""
        return self.verdicts != "[]"


COLUMNS = HistoryEntry._fields
LATER = ("slice", "added")
"""The columns that a history lacks until a version adds to it that knows them, in their order."""

KEY = ("run_id", "job", "place")
"""The columns of the table's primary key."""

WHOLE = {"history_version", "place", "relation_records", "individuals", "records", "added"}
"""The columns of whole numbers."""

DOUBLE = {"seconds", "value"}
"""The columns of other numbers."""


class KeptTable(NamedTuple):
    """The table of a history: its text in a FROM clause, and its columns."""

    relation: str
    columns: Sequence[str] = COLUMNS

    @property
    def lacking(self) -> tuple[str, ...]:
        """The columns that it lacks, as it was made by an older version."""
        return tuple(column for column in LATER if column not in self.columns)


def check_history_columns(history: History, columns: Sequence[str]) -> None:
    """Raise SpecError for other columns than a history has; older ones lack the last of them."""
    if tuple(columns) not in {COLUMNS[: len(COLUMNS) - lacking] for lacking in range(len(LATER) + 1)}:
        raise SpecError(
            f"{history} holds a history of another version of sqlmetrics, or none;"
            " name another place, or use that version"
        )


def check_version(history: History, versions: Sequence[Sequence[Any]]) -> None:
    """Raise SpecError for rows of another version; `versions` has one column, their versions."""
    for (version,) in versions:
        if version != VERSION:
            advice = f"this sqlmetrics writes version {VERSION}: name another place, or use the version that wrote it"
            raise SpecError(f"{history} holds a history of version {version}; {advice}")


def is_added(entry: HistoryEntry, places: Sequence[Sequence[int | None]]) -> bool:
    """Return whether a run has what an entry begins, by its least and its greatest place, if any.

    The scores of a run may follow the reason for which it was not measured before.
    """
    ((least, greatest),) = places
    return least is not None and (bool(greatest) if entry.measured else least == 0)


def check_may_write(history: History, *places: Path) -> None:
    """Raise QueryError where one of the places of a history is read-only."""
    for place in places:
        if not os.access(place, os.W_OK):
            own = place.name == Path(history.place).name
            named = f"the history {place if history.kind == 'url' else history}" if own else f"the folder {place}"
            raise QueryError(f"{named} is read-only; allow writing to it, or name another place as `history`")


def insert(connection: Any, relation: str, entries: Sequence[HistoryEntry]) -> None:
    """Add entries to a table of a connection of DuckDB, many in a statement, column by column.

    DuckDB takes as long for a statement of one row as for one of many, and others wait for it.
    """
    kinds = history_of(DUCKDB)
    lists = ", ".join(f"unnest(cast(? as {_kind(name, kinds)}[]))" for name in COLUMNS)
    for first in range(0, len(entries), AT_ONCE):
        columns = [list(column) for column in zip(*entries[first : first + AT_ONCE], strict=True)]
        connection.execute(f"insert into {relation} select {lists}", columns)


def select(table: KeptTable, dialect: Dialect) -> str:
    """Return the statement that reads the entries of a table, in the columns that it has."""
    names = ", ".join(render("quoted", name, dialect=dialect) for name in table.columns)
    return f"select {names} from {table.relation}"  # noqa: S608 - quoted


def history_of(dialect: Dialect) -> HistoryTable:
    """Return the types and options of a history's table in a dialect.

    Raises SpecError for a dialect that keeps no history.
    """
    if dialect.history is None:
        servers = ", ".join(other.name for other in DIALECTS.values() if other.history is not None and other.schemes)
        raise SpecError(
            f"a history is not kept in {dialect.name}; use {servers}, a .duckdb file or a folder of Parquet files"
        )
    return dialect.history


def definition(relation: str, dialect: Dialect) -> str:
    """Return the statement that creates a history's table unless it exists."""
    columns = ", ".join(_column(name, dialect) for name in COLUMNS)
    names = ", ".join(render("quoted", name, dialect=dialect) for name in KEY)
    options = history_of(dialect).options
    return f"create table if not exists {relation} ({columns}, primary key ({names})){options}"


def additions(table: KeptTable, relation: str, dialect: Dialect) -> list[str]:
    """Return the statements that add the columns that a history's table lacks."""
    return [f"alter table {relation} add {_column(name, dialect)}" for name in table.lacking]


def in_order_added(entries: Sequence[HistoryEntry], last: Sequence[Sequence[int | None]]) -> list[HistoryEntry]:
    """Return the entries of a run with the number after the `last` run, if there is any."""
    ((number,),) = last
    return [entry._replace(added=int(number or 0) + 1) for entry in entries]


def _column(name: str, dialect: Dialect) -> str:
    """Return the definition of a column."""
    kind = _kind(name, history_of(dialect))
    return f"{render('quoted', name, dialect=dialect)} {kind}{' not null' if name in KEY else ''}"


def _kind(name: str, kinds: HistoryTable) -> str:
    """Return the type of a column among the types of a dialect."""
    if name in WHOLE:
        return kinds.whole
    return kinds.number if name in DOUBLE else kinds.key if name in KEY else kinds.text
