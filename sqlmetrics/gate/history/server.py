"""A history in a table at a URL.

The server keeps concurrent runs apart, and the table's key keeps a run from being there twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlmetrics.engine import drivers
from sqlmetrics.engine.reasons import failure
from sqlmetrics.engine.url import dialect_of_url, names_no_file, open_url
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.gate.history.rows import (
    COLUMNS,
    WAIT,
    Entry,
    History,
    check_columns,
    check_version,
    definition,
    history_of,
    select,
)
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.relation import table_sql
from sqlmetrics.statement.render import render


@contextmanager
def _server(history: History) -> Iterator[tuple[Dialect, Any]]:
    """Open the server for writing, and have it wait for the table's locks."""
    with open_url(history.place, writable=True) as (dialect, connection):
        wait = history_of(dialect).wait
        if wait is not None:
            drivers.run(connection, wait.format(milliseconds=int(WAIT * 1000)))
        yield dialect, connection


def check(history: History) -> None:
    """Raise the error of a table that cannot be added to; see `history.check`."""
    history_of(dialect_of_url(history.place))
    if names_no_file(history.place):
        return
    with open_url(history.place) as (dialect, connection):
        _check_server(history, dialect, connection)


@contextmanager
def _reported(history: History) -> Iterator[None]:
    """Raise any error of a driver as a QueryError that names the table."""
    try:
        yield
    except (QueryError, SpecError):
        raise
    except Exception as error:
        message = f"cannot write the history's table {history.table}"
        raise failure(message, error, "check your permission to create and to fill it") from None


def _check_server(history: History, dialect: Dialect, connection: Any) -> str | None:
    """Return the table's name for a FROM clause, or None where there is no such table."""
    relation = table_sql(history.table, dialect)
    try:
        columns, _ = drivers.execute(connection, f"select * from {relation} where 1 = 0")  # noqa: S608 - quoted
    except Exception:
        connection.rollback()
        return None
    check_columns(history, columns)
    check_version(history, drivers.execute(connection, f"select distinct history_version from {relation}")[1])  # noqa: S608 - quoted
    connection.rollback()
    return relation


def append(history: History, entries: Sequence[Entry]) -> bool:
    """Add the entries of one job's run; see `history.append`."""
    with _server(history) as (dialect, connection), _reported(history):
        relation = _check_server(history, dialect, connection)
        if relation is None:
            relation = table_sql(history.table, dialect)
            try:
                drivers.run(connection, definition(relation, dialect))
            except Exception:
                connection.rollback()
                if _check_server(history, dialect, connection) is None:
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
        except Exception:
            connection.rollback()
            if _has_run(cursor, into, mark, entries[0]):
                return False
            raise
        finally:
            cursor.close()
    return True


def _has_run(cursor: Any, relation: str, mark: str, entry: Entry) -> bool:
    """Return whether the table has the run and job of an entry."""
    cursor.execute(f"select 1 from {relation} where run_id = {mark} and job = {mark}", (entry.run_id, entry.job))  # noqa: S608 - quoted
    return bool(cursor.fetchall())


def read(history: History) -> list[tuple[Any, ...]]:
    """Return all rows; see `history.read`."""
    with open_url(history.place) as (dialect, connection):
        relation = _check_server(history, dialect, connection)
        if relation is None:
            raise SpecError(
                f"there is no history in a table {history.table}, or you may not read it;"
                f" `sqlmetrics check` writes one that is named as its `history`"
            )
        with drivers.reported(history.table):
            return drivers.execute(connection, select(relation, dialect))[1]
