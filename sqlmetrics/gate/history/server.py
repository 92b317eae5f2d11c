"""A history in a table at a URL.

The server keeps concurrent runs apart, and the table's key keeps a run from being there twice.
Sessions are hardened, and the table is named with its schema, so that nothing else in the database
takes the place of what a statement names.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlmetrics.engine import drivers
from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.hardening import hardened, table_name, table_source
from sqlmetrics.engine.reasons import error_text, failure, is_lock
from sqlmetrics.engine.url import dialect_of_url, file_of_url, names_no_file, open_url
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.gate.history.rows import (
    COLUMNS,
    WAIT,
    HistoryEntry,
    KeptTable,
    additions,
    check_history_columns,
    check_may_write,
    check_version,
    definition,
    history_of,
    in_order_added,
    is_added,
    select,
)
from sqlmetrics.spec.place import History
from sqlmetrics.statement.render import render


@contextmanager
def _server(history: History, *, writable: bool) -> Iterator[Engine]:
    """Open a hardened session that waits for the table's locks as long as every history does."""
    with open_url(history.place, writable=writable) as (dialect, connection), _reported(history, writable=writable):
        wait = history_of(dialect).wait
        if wait is not None:
            drivers.run(connection, wait.format(milliseconds=int(WAIT * 1000)))
        with hardened(Engine(dialect, connection, own=True), history.table) as engine:
            yield engine


def check_table(history: History) -> None:
    """Raise the error of a table that cannot be added to; see `history.check`."""
    history_of(dialect_of_url(history.place))
    file = file_of_url(history.place)
    if file is not None:
        check_may_write(history, *([file] if file.is_file() else []), Path(os.path.realpath(file)).parent)
    if names_no_file(history.place):
        return
    with _server(history, writable=False) as engine:
        _check_server(history, engine)


@contextmanager
def _reported(history: History, *, writable: bool) -> Iterator[None]:
    """Raise any error of a driver as a QueryError that names the table."""
    try:
        yield
    except SpecError:
        raise
    except Exception as error:
        locked = _locked(error)
        if isinstance(error, QueryError) and not locked:
            raise
        if locked:
            waited = f"waited {WAIT:g} seconds"
            message = f"the history's table {history.table} is locked by another process ({waited})"
            raise QueryError(f"{message}; run again when that has ended", error_text(error)) from None
        message = f"cannot {'write' if writable else 'read'} the history's table {history.table}"
        hint = (
            "check your permission to create and to fill it, and the room on its disk"
            if writable
            else "check your permission to read it"
        )
        raise failure(message, error, hint) from None


def _locked(error: Exception) -> bool:
    """Return whether an error says that a lock was held, or a driver's error behind it does."""
    return is_lock(error) or (error.__context__ is not None and is_lock(error.__context__))


def _check_server(history: History, engine: Engine) -> KeptTable | None:
    """Return the table, or None where there is no such table."""
    connection = engine.connection
    try:
        relation = f"{table_source(engine, history.table)} history"
        columns, _ = drivers.execute(connection, f"select * from {relation} where 1 = 0")  # noqa: S608 - quoted
    except Exception as error:
        connection.rollback()
        if _locked(error):
            raise
        return None
    check_history_columns(history, columns)
    check_version(history, drivers.execute(connection, f"select distinct history_version from {relation}")[1])  # noqa: S608 - quoted
    connection.rollback()
    return KeptTable(relation, columns)


def append_to_table(history: History, entries: Sequence[HistoryEntry]) -> bool:
    """Add the entries of one job's run; see `history.append`."""
    with _server(history, writable=True) as engine:
        connection, dialect = engine.connection, engine.dialect
        table = table_name(engine, history.table)
        kept = _check_server(history, engine)
        if kept is None:
            _define(history, engine, definition(table, dialect))
        for statement in [] if kept is None else additions(kept, table, dialect):
            _define(history, engine, statement)
        mark = history_of(dialect).mark
        names = ", ".join(render("quoted", name, dialect=dialect) for name in COLUMNS)
        relation = f"{table_source(engine, history.table)} history"
        into, source = (text.replace("%", "%%") if mark == "%s" else text for text in (table, relation))
        cursor = connection.cursor()
        try:
            if _has_run(cursor, source, mark, entries[0]):
                return False
            values = ", ".join([mark] * len(COLUMNS))
            insert = f"insert into {into} ({names}) values ({values})"  # noqa: S608 - quoted
            _, last = drivers.execute(connection, f"select max(added) from {table}")  # noqa: S608 - quoted
            cursor.executemany(insert, [tuple(entry) for entry in in_order_added(entries, last)])
            connection.commit()
        except Exception as error:
            connection.rollback()
            if not is_lock(error) and _has_run(cursor, source, mark, entries[0]):
                return False
            raise
        finally:
            cursor.close()
    return True


def _define(history: History, engine: Engine, statement: str) -> None:
    """Make the table or a column of it by a statement, which another process may do meanwhile."""
    try:
        drivers.run(engine.connection, statement)
    except Exception as error:
        engine.connection.rollback()
        if is_lock(error):
            raise
        kept = _check_server(history, engine)
        if kept is None or kept.lacking:
            raise


def _has_run(cursor: Any, relation: str, mark: str, entry: HistoryEntry) -> bool:
    """Return whether the table has the scores of an entry's run and job, or why not."""
    of_run = f"select min(place), max(place) from {relation} where run_id = {mark} and job = {mark}"  # noqa: S608 - quoted
    cursor.execute(of_run, (entry.run_id, entry.job))
    return is_added(entry, cursor.fetchall())


def read_table(history: History) -> list[tuple[Any, ...]] | None:
    """Return all rows, or None where there is no history."""
    file = file_of_url(history.place)
    if file is not None and not file.exists():
        return None
    with _server(history, writable=False) as engine:
        table = _check_server(history, engine)
        return None if table is None else drivers.execute(engine.connection, select(table, engine.dialect))[1]
