"""A history's rows: what is kept of each score of each run, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.errors import SpecError
from sqlmetrics.statement.dialects import DIALECTS, Dialect, HistoryTable
from sqlmetrics.statement.render import render

VERSION = 1
"""The version of the columns below; a history of another is neither read nor written."""

TABLE = "sqlmetrics_history"
"""The table that holds a history."""

WAIT = 30.0
"""Seconds to wait for another process that writes to the same history."""


class Entry(NamedTuple):
    """One score of one run, with what is known of the run.

    `place` counts the scores of a job's run from 1; `recorded_at` is the time in UTC when the run ended, as ISO 8601; `status` is `passed`
    or `failed`; `relation_records` and `individuals` count all of the relation's, and `fingerprint` changes with it (see the module
    fingerprint); `recodings` and `verdicts` are JSON; `seconds` is how long the score took; `statement_hash` is the SHA-256 of the
    statement; `versions` are those of sqlmetrics, DuckDB and Python. The rest are the score record's.
    """

    history_version: int
    run_id: str
    job: str
    place: int
    recorded_at: str
    status: str
    relation: str
    relation_records: int
    individuals: int | None
    fingerprint: str
    nulls: str
    recodings: str
    seconds: float
    statement_hash: str
    dialect: str
    versions: str
    metric: str
    target: str
    quasi_identifiers: str
    partition: str | None
    level: str
    records: int
    value: float | None
    reason: str | None
    unit: str
    direction: str
    parameters: str | None
    verdicts: str


COLUMNS = Entry._fields
KEY = ("run_id", "job", "place")
WHOLE = {"history_version", "place", "relation_records", "individuals", "records"}
DOUBLE = {"seconds", "value"}


@dataclass(frozen=True)
class History:
    """Where a history is kept: the path or URL, and the table's name in a database."""

    place: str
    table: str = TABLE

    @property
    def kind(self) -> str:
        """`url`, `file` for a DuckDB file, which the name says, else `folder`."""
        if "://" in self.place or self.place.startswith("env:"):
            return "url"
        return "file" if self.place.endswith((".duckdb", ".db", ".ddb")) or Path(self.place).is_file() else "folder"

    def __str__(self) -> str:
        return self.place if self.kind != "url" or self.place.startswith("env:") else "the history's database"


def check_columns(history: History, columns: Sequence[str]) -> None:
    """Raise SpecError where a table or a file has other columns than a history of this version."""
    if tuple(columns) != COLUMNS:
        raise SpecError(
            f"{history} holds a history of another version of sqlmetrics, or none; name another place, or use that version"
        )


def check_version(history: History, versions: Sequence[Sequence[Any]]) -> None:
    """Raise SpecError where rows, of which each names its version, are of another one."""
    for (version,) in versions:
        if version != VERSION:
            advice = f"this sqlmetrics writes version {VERSION}: name another place, or use the version that wrote it"
            raise SpecError(f"{history} holds a history of version {version}; {advice}")


def select(relation: str, dialect: Dialect) -> str:
    """Return the statement that reads the entries."""
    names = ", ".join(render("quoted", name, dialect=dialect) for name in COLUMNS)
    return f"select {names} from {relation}"  # noqa: S608 - quoted


def history_of(dialect: Dialect) -> HistoryTable:
    """Return how a history is kept in a dialect. Raises SpecError where it is not."""
    if dialect.history is None:
        servers = ", ".join(other.name for other in DIALECTS.values() if other.history is not None and other.schemes)
        raise SpecError(
            f"a history is not kept in {dialect.name}; use {servers}, a .duckdb file or a folder of Parquet files"
        )
    return dialect.history


def definition(relation: str, dialect: Dialect) -> str:
    """Return the statement that creates a history's table where it is not there."""
    kept = history_of(dialect)
    columns = []
    for name in COLUMNS:
        kind = (
            kept.whole if name in WHOLE else kept.number if name in DOUBLE else kept.key if name in KEY else kept.text
        )
        columns.append(f"{render('quoted', name, dialect=dialect)} {kind}{' not null' if name in KEY else ''}")
    names = ", ".join(render("quoted", name, dialect=dialect) for name in KEY)
    return f"create table if not exists {relation} ({', '.join(columns)}, primary key ({names})){kept.options}"
