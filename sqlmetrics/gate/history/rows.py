"""A history's rows: what is kept of each score of each run, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.errors import SpecError
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

TYPES = {
    "duckdb": ("varchar", "varchar", "bigint", "double"),
    "sqlite": ("text", "text", "integer", "real"),
    "postgres": ("text", "varchar(200)", "bigint", "double precision"),
    "mysql": ("mediumtext", "varchar(200)", "bigint", "double"),
    "mariadb": ("mediumtext", "varchar(200)", "bigint", "double"),
}
"""Where a history can be kept, with the names of its types: texts, texts of the key, whole numbers, others."""

OPTIONS = dict.fromkeys(("mysql", "mariadb"), " character set utf8mb4 collate utf8mb4_bin")
"""What a table's definition ends with, so that texts are kept and compared as they are."""


@dataclass(frozen=True)
class History:
    """Where a history is kept: the path or URL, and the table's name in a database."""

    place: str
    table: str = TABLE

    @property
    def kind(self) -> str:
        """`url`, `duckdb` for a file whose name says so, else `folder`."""
        if "://" in self.place or self.place.startswith("env:"):
            return "url"
        return "duckdb" if self.place.endswith((".duckdb", ".db", ".ddb")) or Path(self.place).is_file() else "folder"

    def __str__(self) -> str:
        return self.place if self.kind != "url" or self.place.startswith("env:") else "the history's database"


def check_columns(history: History, columns: Sequence[str]) -> None:
    """Raise SpecError where a table or a file has other columns than a history of this version."""
    if tuple(columns) != COLUMNS:
        raise SpecError(f"{history} holds a history of another version of sqlmetrics, or none; name another place, or use that version")


def check_version(history: History, versions: Sequence[Sequence[Any]]) -> None:
    """Raise SpecError where rows, of which each names its version, are of another one."""
    for (version,) in versions:
        if version != VERSION:
            advice = f"this sqlmetrics writes version {VERSION}: name another place, or use the version that wrote it"
            raise SpecError(f"{history} holds a history of version {version}; {advice}")


def select(relation: str, dialect: str) -> str:
    """Return the statement that reads the entries."""
    names = ", ".join(render("quoted", name, dialect=dialect) for name in COLUMNS)
    return f"select {names} from {relation}"  # noqa: S608 - quoted


def definition(relation: str, dialect: str) -> str:
    """Return the statement that creates a history's table where it is not there."""
    text, key, whole, double = TYPES[dialect]
    columns = []
    for name in COLUMNS:
        kind = whole if name in WHOLE else double if name in DOUBLE else key if name in KEY else text
        columns.append(f"{render('quoted', name, dialect=dialect)} {kind}{' not null' if name in KEY else ''}")
    names = ", ".join(render("quoted", name, dialect=dialect) for name in KEY)
    return f"create table if not exists {relation} ({', '.join(columns)}, primary key ({names})){OPTIONS.get(dialect, '')}"
