"""Histories in files: in a DuckDB file, or in a folder.

One process has a DuckDB file open at a time while others wait. A folder has one Parquet file for
each run of a job, written whole.
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlmetrics.engine.attached import CATALOG, full_name
from sqlmetrics.engine.confinement import harden
from sqlmetrics.engine.duckdb import Connection, connect, explain_failures, shared_file
from sqlmetrics.engine.files import create_whole, write_whole
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.gate.history.rows import (
    COLUMNS,
    WAIT,
    HistoryEntry,
    KeptTable,
    additions,
    check_history_columns,
    check_version,
    definition,
    in_order_added,
    insert,
    is_added,
    select,
)
from sqlmetrics.spec.place import History
from sqlmetrics.statement.dialects import DUCKDB
from sqlmetrics.statement.relation import table_parts

MARK_AT = 8
BEGINNING = b"\0" * MARK_AT + b"DUCK"
"""The mark at the beginning of a DuckDB file, behind a checksum."""


@contextmanager
def _file(history: History, *, read_only: bool) -> Iterator[Connection]:
    """Open the file, after any other process has closed it.

    A link is followed first, as DuckDB keeps what was added last beside the name that it opens.
    """
    path = os.path.realpath(history.place)
    if not _is_database(Path(path)):
        raise SpecError(f"{history} holds no history (it is no DuckDB file); name another file")
    with ExitStack() as stack:
        with explain_failures(f"cannot open the history {history} as a DuckDB file"):
            opening = shared_file(path, f"the history {history}", read_only=read_only, wait=WAIT)
            connection = stack.enter_context(opening)
        with explain_failures(f"the history {history} failed"):
            yield connection


def _is_database(path: Path) -> bool:
    """Return whether a file begins as DuckDB writes it; one that cannot be read is tried."""
    try:
        with path.open("rb") as file:
            return file.read(len(BEGINNING))[MARK_AT:] == BEGINNING[MARK_AT:]
    except OSError:
        return True


def _create_file(history: History) -> None:
    """Create the file with an empty table, whole, unless another process was faster.

    Only a file whose table lies in it, and not in DuckDB's log beside it, gets the name.
    """

    def write(unfinished: Path) -> None:
        log = unfinished.with_name(f"{unfinished.name}.wal")
        try:
            with shared_file(unfinished, f"the history {history}") as connection:
                connection.execute(definition(_relation(history, connection), DUCKDB))
                connection.execute(f"checkpoint {CATALOG}")
            if log.exists():
                raise QueryError(f"cannot write the history {history}: its log was not closed; run again")
        finally:
            log.unlink(missing_ok=True)

    with explain_failures(f"cannot write the history {history}"):
        create_whole(Path(os.path.realpath(history.place)), write)


def _relation(history: History, connection: Connection) -> str:
    """Return the full name of the table, beside which nothing of the file has a part."""
    return full_name(connection, Path(history.place), history.table)


def _check_table(history: History, connection: Connection) -> KeptTable | None:
    """Return the table, or None where the database is empty.

    Raises SpecError where it holds something else.
    """
    relation, table = _relation(history, connection), table_parts(history.table)[-1]
    found = connection.execute(
        "select table_name, list(column_name order by column_index) from duckdb_columns()"
        " where not internal and schema_name = 'main' and database_name = ? group by table_name",
        [CATALOG],
    ).fetchall()
    columns = {str(name): [str(column) for column in listed] for name, listed in found}
    if not columns:
        return None
    if table not in columns:
        raise SpecError(f"{history} holds no history (no table {history.table}); name another file")
    check_history_columns(history, columns[table])
    check_version(history, connection.execute(f"select distinct history_version from {relation}").fetchall())  # noqa: S608 - quoted
    return KeptTable(relation, columns[table])


def append_to_file(history: History, entries: Sequence[HistoryEntry]) -> bool:
    """Add the entries of one job's run; see `history.append`.

    A database that was left without any table gets its table, and a table of an older version the
    columns that it lacks.
    """
    if not Path(history.place).exists():
        _create_file(history)
    with _file(history, read_only=False) as connection:
        connection.execute("begin")
        table = _check_table(history, connection)
        relation = _relation(history, connection)
        if table is None:
            connection.execute(definition(relation, DUCKDB))
        for statement in [] if table is None else additions(table, relation, DUCKDB):
            connection.execute(statement)
        same_run = f"select min(place), max(place) from {relation} where run_id = ? and job = ?"  # noqa: S608 - quoted
        if is_added(entries[0], connection.execute(same_run, [entries[0].run_id, entries[0].job]).fetchall()):
            return False
        last = connection.execute(f"select max(added) from {relation}").fetchall()  # noqa: S608 - quoted
        insert(connection, relation, in_order_added(entries, last))
        connection.execute("commit")
    return True


def read_database(history: History) -> list[tuple[Any, ...]] | None:
    """Return all rows, or None where there is no history."""
    path = Path(history.place)
    if not path.exists():
        return None
    if path.stat().st_size == 0:
        raise SpecError(f"the history {history} is an empty file and no database; remove it, or name another place")
    with _file(history, read_only=True) as connection:
        table = _check_table(history, connection)
        return [] if table is None else connection.execute(select(table, DUCKDB)).fetchall()


def _run_file(history: History, entry: HistoryEntry) -> Path:
    """Return the file of the run and job of an entry; why there are no scores has its own."""
    name = re.sub(r"[^\w.-]+", "_", entry.job, flags=re.ASCII)[:60].lstrip(".")
    end = "" if entry.measured else "\n"
    key = sha256(f"{entry.run_id}\n{entry.job}{end}".encode()).hexdigest()
    return Path(history.place) / f"{name}-{key[:24]}.parquet"


def append_to_folder(history: History, entries: Sequence[HistoryEntry]) -> bool:
    """Add the entries of one job's run; see `history.append`."""
    folder = Path(history.place)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise QueryError(f"cannot write the history {history}: {error.strerror}") from None
    path = _run_file(history, entries[0])
    if path.exists():
        return False
    runs = read_folder(history) or []
    last = [(max((row[COLUMNS.index("added")] or 0 for row in runs), default=None),)]

    def write(unfinished: Path) -> None:
        with connect() as connection, explain_failures(f"cannot write the history {history}"):
            connection.execute(definition("entries", DUCKDB))
            insert(connection, "entries", in_order_added(entries, last))
            connection.execute("copy entries to ? (format parquet, use_tmp_file false)", [str(unfinished)])

    write_whole(path, write)
    return True


def read_folder(history: History) -> list[tuple[Any, ...]] | None:
    """Return all rows, or None where there is no history."""
    if not Path(history.place).is_dir():
        return None
    files = sorted(
        glob.escape(str(path)) for path in Path(history.place).glob("*.parquet") if not path.name.startswith(".")
    )
    if not files:
        return []
    with connect() as connection, explain_failures(f"cannot read the history {history}"):
        harden(connection, files)
        described = connection.execute("describe from read_parquet(?, union_by_name = true)", [files]).fetchall()
        table = KeptTable("read_parquet(?, union_by_name = true)", [str(row[0]) for row in described])
        check_history_columns(history, table.columns)
        versions = "select distinct history_version from read_parquet(?, union_by_name = true)"
        check_version(history, connection.execute(versions, [files]).fetchall())
        rows = connection.execute(select(table, DUCKDB), [files]).fetchall()
        return [(*row, *(None for _ in table.lacking)) for row in rows]
