"""Databases behind a connection of a PEP 249 driver, which runs statements through its cursors."""

from __future__ import annotations

import math
import threading
import uuid
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, nullcontext
from hashlib import md5
from importlib import import_module
from typing import Any

from sqlmetrics.engine.client import Rows, Session
from sqlmetrics.engine.reasons import failure
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.statement.dialects import DIALECTS, Dialect, version_words
from sqlmetrics.statement.sessions import Driver

DRIVERS = {driver.package: (driver, dialect) for dialect in DIALECTS.values() for driver in dialect.drivers}
"""The drivers, each with its dialect, by the package of a connection's class."""

HEED_EVERY = 100_000
"""Number of instructions after which a database in this process lets Python run."""


def _package(connection: Any) -> str:
    return type(connection).__module__.partition(".")[0]


def driver_of(connection: Any) -> Driver:
    """Return the driver of a connection, which may be an unknown one."""
    package = _package(connection)
    return DRIVERS[package][0] if package in DRIVERS else Driver(package)


def dialect_of(connection: Any, named: Dialect | None = None) -> Dialect:
    """Return the dialect of a connection; where dialects share a driver, the server tells its own.

    Raises SpecError where the driver is unknown and no URL has `named` the dialect.
    """
    package = _package(connection)
    if package not in DRIVERS and named is None:
        known = ", ".join(sorted(name for name in DRIVERS if not name.startswith("_")))
        raise SpecError(f"the connection is a {package} {type(connection).__name__}; known are connections of {known}")
    dialect = DRIVERS[package][1] if named is None or package in DRIVERS else named
    words = version_words(dialect)
    if not words or dialect.version_query is None:
        return dialect
    with reported("the server"):
        version = str(execute(connection, dialect.version_query)[1][0][0]).lower()
    return next((relative for word, relative in words.items() if word in version), dialect)


def heed_interrupts(connection: Any) -> None:
    """Let Python run, and heed Ctrl-C, during the statements of a database in this process."""
    if driver_of(connection).interrupted is not None:
        connection.set_progress_handler(lambda: 0, HEED_EVERY)


def value_hash(text: str | None) -> int | None:
    """Return the hash of a text as the macro `value_hash` does, for a database that has no MD5."""
    return None if text is None else int(md5(text.encode(), usedforsecurity=False).hexdigest()[:12], 16)


def define_functions(connection: Any) -> None:
    """Give a session the functions that our statements call and its database lacks."""
    define = driver_of(connection).functions
    if define is not None:
        getattr(connection, define)("sqlmetrics_value_hash", 1, value_hash, deterministic=True)


def check_timeout(dialect: Dialect, connection: Any, *, own: bool) -> None:
    """Raise SpecError where a statement cannot be stopped when its time is over.

    Without a connection, all drivers of the dialect are considered.
    """
    drivers = dialect.drivers if connection is None else (driver_of(connection),)
    if any(driver.cancel is not None for driver in drivers) or (own and dialect.time_limit is not None):
        return
    advice = "end the command from outside (timeout 5m sqlmetrics ..)" if own else "set one on the connection"
    what = f"statements of {dialect.name} cannot be given a time limit from here"
    raise SpecError(f"`timeout`: {what}; use the database's own, or {advice}")


@contextmanager
def reported(name: str, dialect: Dialect | None = None, columns: Collection[str] = ()) -> Iterator[None]:
    """Turn a driver's error into a QueryError that names the relation and the kind of error.

    `columns` are the names of columns that may stand in it.
    """
    try:
        yield
    except Exception as error:
        case = ""
        if dialect is not None and dialect.folded(name) != name:
            case = f" ({dialect.name} keeps unquoted names in {dialect.folds} case)"
        hint = f"check the table's name{case}, your permission to read it, and that the connection is open"
        raise failure(f"cannot score {name}", error, hint, columns) from None


def execute(connection: Any, sql: str) -> tuple[list[str], Rows]:
    """Return the columns and rows of a statement, whose text no driver takes for parameters."""
    cursor = connection.cursor()
    try:
        cursor.execute(_escaped(connection, sql))
        if cursor.description is None:
            return [], []
        return [str(column[0]) for column in cursor.description], [tuple(row) for row in cursor.fetchall()]
    finally:
        cursor.close()


def run(connection: Any, sql: str) -> None:
    """Run a statement that returns nothing, in a transaction of its own."""
    cursor = connection.cursor()
    try:
        cursor.execute(sql)
    finally:
        cursor.close()
    connection.commit()


def columns(session: Session, relation: str, name: str) -> list[tuple[str, str]]:
    """Return the names of a relation's columns, each with an empty type, reading no record."""
    with _stopped_in_time(session, name), reported(name, session.dialect, session.columns):
        query = f"select * from {relation} source where 1 = 0"  # noqa: S608 - quoted by then
        names, _ = execute(session.connection, query)
    return [(column, "") for column in names]


def rows(session: Session, sql: str, name: str) -> Rows:
    """Return all rows of a statement, which ends when no time is left."""
    with _stopped_in_time(session, name), reported(name, session.dialect, session.columns):
        return execute(session.connection, sql)[1]


def batches(session: Session, sql: str, name: str, size: int) -> Iterator[Rows]:
    """Give the rows of a statement, at most `size` at a time; it ends when no time is left."""
    with _stopped_in_time(session, name), reported(name, session.dialect):
        cursor = _unbuffered(session.connection)
        try:
            cursor.execute(_escaped(session.connection, sql))
            while batch := cursor.fetchmany(size):
                yield [tuple(row) for row in batch]
        finally:
            cursor.close()


def _unbuffered(connection: Any) -> Any:
    """Return a cursor that leaves rows in the server until they are fetched, where there is one."""
    driver = driver_of(connection)
    if driver.named_cursors and not connection.autocommit:
        return connection.cursor(f"sqlmetrics_{uuid.uuid4().hex[:12]}")
    if driver.unbuffered is not None:
        return connection.cursor(getattr(import_module(f"{driver.package}.cursors"), driver.unbuffered))
    return connection.cursor()


def progress_reader(session: Session) -> None:
    """Return None, since a cursor does not tell how far a statement is."""


def count_table(session: Session, query: str, name: str) -> nullcontext[None]:
    """Give None, since sessions only read."""
    return nullcontext()


def _escaped(connection: Any, sql: str) -> str:
    return sql.replace("%%", "%%%%") if driver_of(connection).unescapes else sql


@contextmanager
def _stopped_in_time(session: Session, name: str) -> Iterator[None]:
    """Stop a statement when no time is left.

    The database's own time limit stops it where there is one, else a thread that cancels it.
    """
    connection, left = session.connection, session.time_left(name)
    setting = _time_limit(session.dialect, left) if session.own and left is not None else None
    if setting is not None:
        with reported(name):
            run(connection, setting)
    cancel = _canceller(connection) if setting is None else None
    timer = threading.Timer(left, cancel) if left is not None and cancel is not None else None
    if timer is not None:
        timer.daemon = True
        timer.start()
    try:
        yield
    except QueryError as error:
        session.time_left(name)
        interrupted = driver_of(connection).interrupted
        if session.own and interrupted is not None and error.detail == interrupted:
            raise KeyboardInterrupt from None  # it went to the database, which stopped for it
        raise
    finally:
        if timer is not None:
            timer.cancel()


def _time_limit(dialect: Dialect, left: float) -> str | None:
    """Return the statement that limits the next ones to the seconds left, or None."""
    numbers = {"milliseconds": math.ceil(left * 1000), "seconds": f"{left:.3f}"}
    return None if dialect.time_limit is None else dialect.time_limit.format(**numbers)


def _canceller(connection: Any) -> Callable[[], Any] | None:
    """Return the function that ends the connection's statement from another thread, or None."""
    method = driver_of(connection).cancel
    return None if method is None else getattr(connection, method, None)
