"""A history in a DuckDB file: one process has it open at a time, and the others wait for it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlmetrics.engine.duckdb import first_line
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.gate.history.rows import COLUMNS, WAIT, Entry, History, check_columns, check_version, definition, select
from sqlmetrics.statement.relation import table_sql

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


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
            connection.execute(definition(table_sql(history.table, "duckdb"), "duckdb"))
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
        there = f"select 1 from {relation} where run_id = ? and job = ? limit 1"  # noqa: S608 - quoted
        if connection.execute(there, [entries[0].run_id, entries[0].job]).fetchall():
            return False
        connection.execute("begin")
        connection.executemany(f"insert into {relation} values ({', '.join('?' * len(COLUMNS))})", [list(entry) for entry in entries])  # noqa: S608
        connection.execute("commit")
    return True


def read(history: History) -> list[tuple[Any, ...]]:
    """Return all rows; see `history.read`."""
    if not Path(history.place).exists():
        raise SpecError(f"there is no history at {history}; `sqlmetrics check --history {history}` writes one")
    with _file(history, read_only=True) as connection:
        return connection.execute(select(_check_table(history, connection), "duckdb")).fetchall()
