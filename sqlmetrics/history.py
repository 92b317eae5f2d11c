"""The history of checks: a DuckDB file, a folder of Parquet files or a table at a URL, with a row for each score of each run.

A history holds scores of tables only, so it has no value of a class; rows are added, never changed.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlmetrics import foreign
from sqlmetrics.engine import connect, first_line
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.files import write_whole
from sqlmetrics.relation import table_sql
from sqlmetrics.render import render
from sqlmetrics.url import dialect_of_url, open_url

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

VERSION = 1
"""The version of the columns below; a history of another is neither read nor written."""

TABLE = "sqlmetrics_history"
"""The table that holds a history."""

WAIT = 30.0
"""Seconds to wait for another process that writes to the same history."""


class Entry(NamedTuple):
    """One score of one run, with what is known of the run.

    `place` counts the scores of a job's run from 1; `recorded_at` is the time in UTC when the run ended, as ISO 8601; `status` is `passed`
    or `failed`; `relation_records` and `individuals` count all of the relation's; `fingerprint` changes with the relation (see
    `fingerprint`); `recodings` and `verdicts` are JSON; `seconds` is how long the score took; `statement_hash` is the SHA-256 of the
    statement that `sqlmetrics sql` prints; `versions` are those of sqlmetrics, Python and DuckDB. The rest are the score record's.
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

MARKS = {"sqlite": "?", "postgres": "%s", "mysql": "%s", "mariadb": "%s"}
"""How a driver marks a bound value."""

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


def append(history: History, entries: Sequence[Entry]) -> bool:
    """Add the entries of one job's run, all or none; return whether they were added, False where that run is there already.

    Raises SpecError for a history of another version, QueryError where it cannot be written.
    """
    return APPEND[history.kind](history, entries)


def read(history: History) -> list[Entry]:
    """Return all entries, the oldest run first. Raises SpecError where there is no history, or one of another version."""
    entries = [_entry(row) for row in READ[history.kind](history)]
    return sorted(entries, key=lambda entry: (entry.recorded_at, entry.run_id, entry.job, entry.place))


def check(history: History) -> None:
    """Raise the error of a history that could not be added to, before anything is scored; one that is not there yet is fine."""
    if history.kind == "url":
        if (dialect := dialect_of_url(history.place)) not in MARKS:
            raise SpecError(f"a history is not kept in {dialect}; use {', '.join(MARKS)}, a .duckdb file or a folder of Parquet files")
        with _server(history) as (dialect, connection):
            _check_server(history, dialect, connection)
        return
    path = Path(history.place)
    if history.kind == "folder" and not path.exists() and path.suffix in {".parquet", ".csv", ".json"}:
        raise SpecError(f"a history is a DuckDB file, FILE.duckdb, or a folder of Parquet files; {path} is neither")
    if not path.absolute().parent.is_dir():
        raise SpecError(f"the history's folder {path.parent} does not exist; create it first (mkdir -p {path.parent})")
    if path.exists():
        read(history)


def _entry(row: Sequence[Any]) -> Entry:
    plain: list[Any] = [part.decode() if isinstance(part, bytes | bytearray) else part for part in row]
    entry = Entry(*plain)
    return entry._replace(seconds=float(entry.seconds), value=None if entry.value is None else float(entry.value))


def _check_columns(history: History, columns: Sequence[str]) -> None:
    if tuple(columns) != COLUMNS:
        raise SpecError(f"{history} holds a history of another version of sqlmetrics, or none; name another place, or use that version")


def _check_version(history: History, versions: Sequence[Sequence[Any]]) -> None:
    for (version,) in versions:
        if version != VERSION:
            advice = f"this sqlmetrics writes version {VERSION}: name another place, or use the version that wrote it"
            raise SpecError(f"{history} holds a history of version {version}; {advice}")


def _select(relation: str, dialect: str) -> str:
    names = ", ".join(render("quoted", name, dialect=dialect) for name in COLUMNS)
    return f"select {names} from {relation}"  # noqa: S608 - quoted


def _definition(relation: str, dialect: str) -> str:
    text, key, whole, double = TYPES[dialect]
    columns = []
    for name in COLUMNS:
        kind = whole if name in WHOLE else double if name in DOUBLE else key if name in KEY else text
        columns.append(f"{render('quoted', name, dialect=dialect)} {kind}{' not null' if name in KEY else ''}")
    names = ", ".join(render("quoted", name, dialect=dialect) for name in KEY)
    return f"create table if not exists {relation} ({', '.join(columns)}, primary key ({names})){OPTIONS.get(dialect, '')}"


@contextmanager
def _file(history: History, *, read_only: bool) -> Iterator[DuckDBPyConnection]:
    """Open the file, waiting for a process that has it open to end."""
    import duckdb

    until = time.monotonic() + WAIT
    pause = 0.01
    while True:
        try:
            connection = duckdb.connect(history.place, read_only=read_only, config={"autoinstall_known_extensions": False})
            break
        except duckdb.IOException as error:
            if "lock" not in str(error).lower():
                raise QueryError(f"cannot open the history {history}: {first_line(error)}") from None
            if time.monotonic() > until:
                waited = f"waited {WAIT:g} seconds"
                raise QueryError(f"the history {history} is open in another process ({waited}); run again when that has ended") from None
            time.sleep(pause)
            pause = min(pause * 1.5, 0.5)
        except duckdb.Error as error:
            raise QueryError(f"cannot open the history {history} as a DuckDB file: {first_line(error)}") from None
    try:
        yield connection
    except duckdb.Error as error:
        raise QueryError(f"the history {history} failed: {first_line(error)}") from None
    finally:
        connection.close()


def _create_file(history: History) -> None:
    """Put a file with an empty table in place, whole, unless another process was faster."""
    import duckdb

    path = Path(history.place)

    unfinished = path.with_name(f".{path.name}.{os.getpid()}.{time.monotonic_ns()}")
    try:
        with duckdb.connect(str(unfinished)) as connection:
            connection.execute(_definition(table_sql(history.table, "duckdb"), "duckdb"))
        with suppress(FileExistsError):
            os.link(unfinished, path)
    except (OSError, duckdb.Error) as error:
        raise SpecError(f"cannot write the history {history}: {first_line(error)}") from None
    finally:
        unfinished.unlink(missing_ok=True)


def _check_table(history: History, connection: DuckDBPyConnection) -> str:
    relation = table_sql(history.table, "duckdb")
    names = [str(row[0]) for row in connection.execute("select table_name from information_schema.tables").fetchall()]
    if history.table not in names:
        raise SpecError(f"{history} holds no history (no table {history.table}); name another file")
    _check_columns(history, [str(row[0]) for row in connection.execute(f"describe {relation}").fetchall()])
    versions = connection.execute(f"select distinct history_version from {relation}").fetchall()  # noqa: S608 - quoted
    _check_version(history, versions)
    return relation


def _append_file(history: History, entries: Sequence[Entry]) -> bool:
    if not Path(history.place).exists():
        _create_file(history)
    with _file(history, read_only=False) as connection:
        relation = _check_table(history, connection)
        there = f"select 1 from {relation} where run_id = ? and job = ? limit 1"  # noqa: S608 - quoted
        if connection.execute(there, [entries[0].run_id, entries[0].job]).fetchall():
            return False
        connection.execute("begin")
        connection.executemany(f"insert into {relation} values ({', '.join('?' * len(COLUMNS))})", [list(entry) for entry in entries])  # noqa: S608
        connection.execute("commit")
    return True


def _read_file(history: History) -> list[tuple[Any, ...]]:
    if not Path(history.place).exists():
        raise SpecError(f"there is no history at {history}; `sqlmetrics check --history {history}` writes one")
    with _file(history, read_only=True) as connection:
        return connection.execute(_select(_check_table(history, connection), "duckdb")).fetchall()


def _run_file(history: History, entry: Entry) -> Path:
    name = re.sub(r"[^\w.-]+", "_", entry.job, flags=re.ASCII)[:60].lstrip(".")
    key = sha256(f"{entry.run_id}\n{entry.job}".encode()).hexdigest()
    return Path(history.place) / f"{name}-{key[:24]}.parquet"


def _append_folder(history: History, entries: Sequence[Entry]) -> bool:
    folder = Path(history.place)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise SpecError(f"cannot write the history {history}: {error.strerror}") from None
    path = _run_file(history, entries[0])
    if path.exists():
        return False

    def write(unfinished: Path) -> None:
        with connect() as connection:
            connection.execute(_definition("entries", "duckdb"))
            connection.executemany(f"insert into entries values ({', '.join('?' * len(COLUMNS))})", [list(entry) for entry in entries])  # noqa: S608
            connection.execute("copy entries to ? (format parquet)", [str(unfinished)])

    write_whole(path, write)
    return True


def _read_folder(history: History) -> list[tuple[Any, ...]]:
    import duckdb

    if not Path(history.place).is_dir():
        raise SpecError(f"there is no history at {history}; `sqlmetrics check --history {history}` writes one")
    rows: list[tuple[Any, ...]] = []
    files = sorted(str(path) for path in Path(history.place).glob("*.parquet"))
    if not files:
        return rows
    with connect() as connection:
        try:
            described = connection.execute("describe select * from read_parquet(?, union_by_name = true)", [files]).fetchall()
            _check_columns(history, [str(row[0]) for row in described])
            _check_version(history, connection.execute("select distinct history_version from read_parquet(?)", [files]).fetchall())
            rows = connection.execute(_select("read_parquet(?)", "duckdb"), [files]).fetchall()
        except duckdb.Error as error:
            raise QueryError(f"cannot read the history {history}: {first_line(error)}") from None
    return rows


@contextmanager
def _server(history: History) -> Iterator[tuple[str, Any]]:
    with open_url(history.place, writable=True) as (dialect, connection):
        if dialect not in MARKS:
            raise SpecError(f"a history is not kept in {dialect}; use {', '.join(MARKS)}, a .duckdb file or a folder of Parquet files")
        if dialect == "sqlite":
            foreign.run(connection, f"pragma busy_timeout = {int(WAIT * 1000)}")
        yield dialect, connection


@contextmanager
def _reported(history: History) -> Iterator[None]:
    try:
        yield
    except (QueryError, SpecError):
        raise
    except Exception as error:
        said = " ".join(str(error).split())[:500]
        raise QueryError(
            f"cannot write the history's table {history.table}: {said}\ncheck your permission to create and to fill it"
        ) from None


def _check_server(history: History, dialect: str, connection: Any) -> str | None:
    """Return the table as a FROM clause names it, or None where it is not there yet."""
    relation = table_sql(history.table, dialect)
    try:
        columns, _ = foreign.execute(connection, f"select * from {relation} where 1 = 0")  # noqa: S608 - quoted
    except Exception:
        connection.rollback()
        return None
    _check_columns(history, columns)
    _check_version(history, foreign.execute(connection, f"select distinct history_version from {relation}")[1])  # noqa: S608 - quoted
    connection.rollback()
    return relation


def _append_server(history: History, entries: Sequence[Entry]) -> bool:
    with _server(history) as (dialect, connection), _reported(history):
        relation = _check_server(history, dialect, connection)
        if relation is None:
            relation = table_sql(history.table, dialect)
            try:
                foreign.run(connection, _definition(relation, dialect))
            except Exception:
                connection.rollback()
                if _check_server(history, dialect, connection) is None:
                    raise
        mark = MARKS[dialect]
        names = ", ".join(render("quoted", name, dialect=dialect) for name in COLUMNS)
        into = relation.replace("%", "%%") if mark == "%s" else relation
        cursor = connection.cursor()
        try:
            if _there(cursor, into, mark, entries[0]):
                return False
            values = ", ".join([mark] * len(COLUMNS))
            insert = f"insert into {into} ({names}) values ({values})"  # noqa: S608 - quoted
            cursor.executemany(insert, [tuple(entry) for entry in entries])
            connection.commit()
        except Exception:
            connection.rollback()
            if _there(cursor, into, mark, entries[0]):
                return False
            raise
        finally:
            cursor.close()
    return True


def _there(cursor: Any, relation: str, mark: str, entry: Entry) -> bool:
    cursor.execute(f"select 1 from {relation} where run_id = {mark} and job = {mark}", (entry.run_id, entry.job))  # noqa: S608 - quoted
    return bool(cursor.fetchall())


def _read_server(history: History) -> list[tuple[Any, ...]]:
    with open_url(history.place) as (dialect, connection):
        relation = _check_server(history, dialect, connection)
        if relation is None:
            raise SpecError(
                f"there is no history in a table {history.table}, or you may not read it; `sqlmetrics check --history URL` writes one"
            )
        return foreign.rows(connection, _select(relation, dialect), history.table)


APPEND: dict[str, Callable[[History, Sequence[Entry]], bool]] = {"duckdb": _append_file, "folder": _append_folder, "url": _append_server}
READ: dict[str, Callable[[History], list[tuple[Any, ...]]]] = {"duckdb": _read_file, "folder": _read_folder, "url": _read_server}
