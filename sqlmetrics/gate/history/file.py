"""A history in a DuckDB file, which one process has open at a time while others wait."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlmetrics.engine.duckdb import Connection, failures, shared_file
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.history.rows import COLUMNS, WAIT, Entry, History, check_columns, check_version, definition, select
from sqlmetrics.statement.dialects import DUCKDB
from sqlmetrics.statement.relation import table_sql


@contextmanager
def _file(history: History, *, read_only: bool) -> Iterator[Connection]:
    """Open the file, after any other process has closed it."""
    with ExitStack() as stack:
        with failures(f"cannot open the history {history} as a DuckDB file"):
            opening = shared_file(history.place, f"the history {history}", read_only=read_only, wait=WAIT)
            connection = stack.enter_context(opening)
        with failures(f"the history {history} failed"):
            yield connection


def _create_file(history: History) -> None:
    """Create the file with an empty table, whole, unless another process was faster."""
    path = Path(history.place)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.{time.monotonic_ns()}")
    try:
        with failures(f"cannot write the history {history}", SpecError):
            with shared_file(unfinished, f"the history {history}") as connection:
                connection.execute(definition(table_sql(history.table, DUCKDB), DUCKDB))
            with suppress(FileExistsError):
                os.link(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def _check_table(history: History, connection: Connection) -> str:
    """Return the table's name for a FROM clause. Raises SpecError where it holds no history."""
    relation = table_sql(history.table, DUCKDB)
    names = [str(row[0]) for row in connection.execute("select table_name from information_schema.tables").fetchall()]
    if history.table not in names:
        raise SpecError(f"{history} holds no history (no table {history.table}); name another file")
    check_columns(history, [str(row[0]) for row in connection.execute(f"describe {relation}").fetchall()])
    versions = connection.execute(f"select distinct history_version from {relation}").fetchall()  # noqa: S608 - quoted
    check_version(history, versions)
    return relation


def append(history: History, entries: Sequence[Entry]) -> bool:
    """Add the entries of one job's run; see `history.append`."""
    if not Path(history.place).exists():
        _create_file(history)
    with _file(history, read_only=False) as connection:
        relation = _check_table(history, connection)
        same_run = f"select 1 from {relation} where run_id = ? and job = ? limit 1"  # noqa: S608 - quoted
        if connection.execute(same_run, [entries[0].run_id, entries[0].job]).fetchall():
            return False
        connection.execute("begin")
        connection.executemany(
            f"insert into {relation} values ({', '.join('?' * len(COLUMNS))})",  # noqa: S608
            [list(entry) for entry in entries],
        )
        connection.execute("commit")
    return True


def read(history: History) -> list[tuple[Any, ...]]:
    """Return all rows; see `history.read`."""
    if not Path(history.place).exists():
        raise SpecError(
            f"there is no history at {history}; `sqlmetrics check` writes one that is named as its `history`"
        )
    with _file(history, read_only=True) as connection:
        return connection.execute(select(_check_table(history, connection), DUCKDB)).fetchall()
