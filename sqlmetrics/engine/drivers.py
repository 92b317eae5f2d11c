"""Databases behind a connection that the user opened: any PEP 249 driver, or a SparkSession."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.statement.dialects import DIALECTS, Dialect, Driver

Rows = list[tuple[Any, ...]]

DRIVERS = {driver.package: (driver, dialect) for dialect in DIALECTS.values() for driver in dialect.drivers}
"""The drivers by the package that a connection's class comes from, each with the dialect that it speaks."""


def is_spark(connection: Any) -> bool:
    """Return whether a connection is a SparkSession."""
    return _package(connection) == "pyspark"


def _package(connection: Any) -> str:
    return type(connection).__module__.partition(".")[0]


def driver_of(connection: Any) -> Driver:
    """Return the driver of a connection, one of which nothing is known included."""
    package = _package(connection)
    return DRIVERS[package][0] if package in DRIVERS else Driver(package)


def dialect_of(connection: Any, named: Dialect | None = None) -> Dialect:
    """Return the dialect that a connection speaks; a server says it where several have the same driver.

    Raises SpecError where the driver is not known and no URL has `named` the dialect.
    """
    package = _package(connection)
    if package not in DRIVERS and named is None:
        known = ", ".join(sorted(name for name in DRIVERS if not name.startswith("_")))
        raise SpecError(f"the connection is a {package} {type(connection).__name__}; known are connections of {known}")
    dialect = DRIVERS[package][1] if named is None or package in DRIVERS else named
    relatives = [other for other in DIALECTS.values() if dialect.name in other.parents and other.version is not None]
    if not relatives:
        return dialect
    with reported("the server"):
        version = str(execute(connection, "select version()")[1][0][0]).lower()
    return next((relative for relative in relatives if str(relative.version) in version), dialect)


def time_limit(dialect: Dialect, left: float) -> str | None:
    """Return what limits a session's statements to the seconds that are left, None where there is no such statement."""
    numbers = {"milliseconds": math.ceil(left * 1000), "seconds": f"{left:.3f}"}
    return None if dialect.time_limit is None else dialect.time_limit.format(**numbers)


def canceller(connection: Any) -> Callable[[], Any] | None:
    """Return what ends the connection's statement from another thread, or None where its driver cannot."""
    method = driver_of(connection).cancel
    return None if method is None else getattr(connection, method, None)


def check_timeout(dialect: Dialect, connection: Any, *, own: bool) -> None:
    """Raise SpecError where a statement cannot be stopped when its time is over.

    Without a connection it is raised where no driver of the dialect can stop one.
    """
    drivers = dialect.drivers if connection is None else (driver_of(connection),)
    if any(driver.cancel is not None for driver in drivers) or (own and dialect.time_limit is not None):
        return
    advice = "end the command from outside (timeout 5m sqlmetrics ..)" if own else "set one on the connection"
    raise SpecError(f"--timeout: statements of {dialect.name} cannot be given a time limit from here; use the database's own, or {advice}")


@contextmanager
def reported(relation: str) -> Iterator[None]:
    """Turn a driver's error into a QueryError that names the relation and says what the database said."""
    try:
        yield
    except Exception as error:
        said = " ".join(str(error).split()) or type(error).__name__
        hint = "check the table's name, your permission to read it, and that the connection is open"
        raise QueryError(f"cannot score {relation}: {said[:500]}\n{hint}") from None


def execute(connection: Any, sql: str) -> tuple[list[str], Rows]:
    """Return the columns and rows of a statement; no driver reads parameters into its text."""
    if is_spark(connection):
        frame = connection.sql(sql)
        return list(frame.columns), [tuple(row) for row in frame.collect()]
    cursor = connection.cursor()
    try:
        cursor.execute(sql.replace("%%", "%%%%") if driver_of(connection).unescapes else sql)
        return [str(column[0]) for column in cursor.description], [tuple(row) for row in cursor.fetchall()]
    finally:
        cursor.close()


def run(connection: Any, sql: str) -> None:
    """Run a statement that returns nothing, in a transaction of its own."""
    if is_spark(connection):
        connection.sql(sql)
        return
    cursor = connection.cursor()
    try:
        cursor.execute(sql)
    finally:
        cursor.close()
    connection.commit()


def columns(connection: Any, relation: str, name: str) -> list[tuple[str, str]]:
    """Return the names of a relation's columns (the FROM clause's text), each with an empty type, reading no record."""
    with reported(name):
        found, _ = execute(connection, f"select * from {relation} source where 1 = 0")  # noqa: S608 - quoted by then
    return [(column, "") for column in found]


def rows(connection: Any, sql: str, name: str) -> Rows:
    """Return all rows of a statement."""
    with reported(name):
        return execute(connection, sql)[1]


def batches(connection: Any, sql: str, name: str, size: int) -> Iterator[Rows]:
    """Give the rows of a statement, at most `size` at a time."""
    with reported(name):
        if is_spark(connection):
            _, found = execute(connection, sql)
            yield from (found[start : start + size] for start in range(0, len(found), size))
            return
        cursor = connection.cursor()
        try:
            cursor.execute(sql.replace("%%", "%%%%") if driver_of(connection).unescapes else sql)
            while rows := cursor.fetchmany(size):
                yield [tuple(row) for row in rows]
        finally:
            cursor.close()
