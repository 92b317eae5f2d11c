"""A history in a table at a URL.

The server keeps concurrent runs apart, and the table's key keeps a run from being there twice.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlmetrics.engine import drivers
from sqlmetrics.engine.reasons import failure, is_lock, text_of
from sqlmetrics.engine.url import dialect_of_url, file_of_url, names_no_file, open_url
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.gate.history.rows import (
    COLUMNS,
    WAIT,
    Entry,
    History,
    check_columns,
    check_may_write,
    check_version,
    definition,
    history_of,
    select,
)
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.relation import table_sql
from sqlmetrics.statement.render import render


@contextmanager
def _server(history: History, *, writable: bool) -> Iterator[tuple[Dialect, Any]]:
    """Open the server, and have it wait for the table's locks as long as every history does."""
    with open_url(history.place, writable=writable) as (dialect, connection), _reported(history, writable=writable):
        wait = history_of(dialect).wait
        if wait is not None:
            drivers.run(connection, wait.format(milliseconds=int(WAIT * 1000)))
        yield dialect, connection


def check(history: History) -> None:
    """Raise the error of a table that cannot be added to; see `history.check`."""
    history_of(dialect_of_url(history.place))
    file = file_of_url(history.place)
    if file is not None:
        check_may_write(history, *([file] if file.is_file() else []), Path(os.path.realpath(file)).parent)
    if names_no_file(history.place):
        return
    with _server(history, writable=False) as (dialect, connection):
        _check_server(history, dialect, connection)


@contextmanager
def _reported(history: History, *, writable: bool) -> Iterator[None]:
    """Raise any error of a driver as a QueryError that names the table."""
    try:
        yield
    except (QueryError, SpecError):
        raise
    except Exception as error:
        if is_lock(error):
            waited = f"waited {WAIT:g} seconds"
            message = f"the history's table {history.table} is locked by another process ({waited})"
            raise QueryError(f"{message}; run again when that has ended", text_of(error)) from None
        message = f"cannot {'write' if writable else 'read'} the history's table {history.table}"
        hint = (
            "check your permission to create and to fill it, and the room on its disk"
            if writable
            else "check your permission to read it"
        )
        raise failure(message, error, hint) from None


def _check_server(history: History, dialect: Dialect, connection: Any) -> str | None:
    """Return the table's name for a FROM clause, or None where there is no such table."""
    relation = table_sql(history.table, dialect)
    try:
        columns, _ = drivers.execute(connection, f"select * from {relation} where 1 = 0")  # noqa: S608 - quoted
    except Exception as error:
        connection.rollback()
        if is_lock(error):
            raise
        return None
    check_columns(history, columns)
    check_version(history, drivers.execute(connection, f"select distinct history_version from {relation}")[1])  # noqa: S608 - quoted
    connection.rollback()
    return relation


def append(history: History, entries: Sequence[Entry]) -> bool:
    """Add the entries of one job's run; see `history.append`."""
    with _server(history, writable=True) as (dialect, connection):
        relation = _check_server(history, dialect, connection)
        if relation is None:
            relation = table_sql(history.table, dialect)
            try:
                drivers.run(connection, definition(relation, dialect))
            except Exception as error:
                connection.rollback()
                if is_lock(error) or _check_server(history, dialect, connection) is None:
                    raise
        mark = history_of(dialect).mark
        names = ", ".join(render("quoted", name, dialect=dialect) for name in COLUMNS)
        into = relation.replace("%", "%%") if mark == "%s" else relation
        cursor = connection.cursor()
        try:
            if _has_run(cursor, into, mark, entries[0]):
                return False
            values = ", ".join([mark] * len(COLUMNS))
            insert = f"insert into {into} ({names}) values ({values})"  # noqa: S608 - quoted
            cursor.executemany(insert, [tuple(entry) for entry in entries])
            connection.commit()
        except Exception as error:
            connection.rollback()
            if not is_lock(error) and _has_run(cursor, into, mark, entries[0]):
                return False
            raise
        finally:
            cursor.close()
    return True


def _has_run(cursor: Any, relation: str, mark: str, entry: Entry) -> bool:
    """Return whether the table has the run and job of an entry."""
    cursor.execute(f"select 1 from {relation} where run_id = {mark} and job = {mark}", (entry.run_id, entry.job))  # noqa: S608 - quoted
    return bool(cursor.fetchall())


def read(history: History) -> list[tuple[Any, ...]] | None:
    """Return all rows, or None where there is no history."""
    file = file_of_url(history.place)
    if file is not None and not file.exists():
        return None
    with _server(history, writable=False) as (dialect, connection):
        relation = _check_server(history, dialect, connection)
        if relation is None:
            return None
        return drivers.execute(connection, select(relation, dialect))[1]
