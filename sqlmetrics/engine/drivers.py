"""Databases behind a connection that the user opened: any PEP 249 driver, or a SparkSession."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlmetrics.errors import QueryError, SpecError

Rows = list[tuple[Any, ...]]

DRIVERS = {
    "sqlite3": "sqlite",
    "psycopg": "postgres",
    "psycopg2": "postgres",
    "pg8000": "postgres",
    "redshift_connector": "redshift",
    "pymysql": "mysql",
    "MySQLdb": "mysql",
    "mysql": "mysql",
    "mariadb": "mariadb",
    "chdb": "clickhouse",
    "clickhouse_connect": "clickhouse",
    "clickhouse_driver": "clickhouse",
    "snowflake": "snowflake",
    "databricks": "databricks",
    "trino": "trino",
    "google": "bigquery",
    "pyodbc": "sqlserver",
    "pymssql": "sqlserver",
    "oracledb": "oracle",
    "pyspark": "spark",
    "duckdb": "duckdb",
    "_duckdb": "duckdb",
}
"""The dialect of a connection, by the package that its class comes from."""


STATEMENT_TIMEOUT = {
    "postgres": (
        "select set_config('statement_timeout', '{milliseconds}', false) from pg_settings"
        " where name = 'statement_timeout' and (setting = '0' or cast(setting as bigint) > {milliseconds})"
    ),
    "mysql": (
        "set session max_execution_time = case when @@session.max_execution_time between 1 and {milliseconds}"
        " then @@session.max_execution_time else {milliseconds} end"
    ),
    "mariadb": (
        "set session max_statement_time = case when @@session.max_statement_time > 0 and @@session.max_statement_time < {seconds}"
        " then @@session.max_statement_time else {seconds} end"
    ),
}
"""What limits the time of a session's statements, but for a limit that is shorter; for sessions of our own."""

CANCELS = {"sqlite3": "interrupt", "psycopg": "cancel", "psycopg2": "cancel", "oracledb": "cancel"}
"""A connection's method that ends its statement from another thread, by driver."""

UNESCAPING = {"google", "clickhouse_connect"}
"""Drivers that read `%%` as `%` even in a statement without parameters."""


def is_spark(connection: Any) -> bool:
    """Return whether a connection is a SparkSession."""
    return _package(connection) == "pyspark"


def _package(connection: Any) -> str:
    return type(connection).__module__.partition(".")[0]


def dialect_of(connection: Any) -> str:
    """Return the dialect that a connection speaks. Raises SpecError where its driver is not known."""
    package = _package(connection)
    dialect = DRIVERS.get(package)
    if dialect is None:
        known = ", ".join(sorted(set(DRIVERS) - {"_duckdb"}))
        raise SpecError(f"the connection is a {package} {type(connection).__name__}; known are connections of {known}")
    if dialect in {"mysql", "postgres"}:
        with reported("the server"):
            version = str(execute(connection, "select version()")[1][0][0]).lower()
        return next((relative for relative in ("mariadb", "redshift") if relative in version), dialect)
    return dialect


def statement_timeout(dialect: str, left: float) -> str | None:
    """Return what limits a session's statements to the seconds that are left, or None where a database has no such limit."""
    text = STATEMENT_TIMEOUT.get(dialect)
    numbers = {"milliseconds": math.ceil(left * 1000), "seconds": f"{left:.3f}"}
    return None if text is None else text.format(**numbers)


def canceller(connection: Any) -> Callable[[], Any] | None:
    """Return what ends the connection's statement from another thread, or None where its driver cannot."""
    method = CANCELS.get(_package(connection))
    return None if method is None else getattr(connection, method, None)


def check_timeout(dialect: str, connection: Any, *, own: bool) -> None:
    """Raise SpecError where a statement cannot be stopped when its time is over; before there is a connection, where none ever can."""
    cancelled = dialect in {"sqlite", "oracle"} if connection is None else canceller(connection) is not None
    if dialect == "duckdb" or cancelled or (own and dialect in STATEMENT_TIMEOUT):
        return
    advice = "end the command from outside (timeout 5m sqlmetrics ..)" if own else "set one on the connection"
    raise SpecError(f"--timeout: statements of {dialect} cannot be given a time limit from here; use the database's own, or {advice}")


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
        cursor.execute(sql.replace("%%", "%%%%") if _package(connection) in UNESCAPING else sql)
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
            cursor.execute(sql.replace("%%", "%%%%") if _package(connection) in UNESCAPING else sql)
            while rows := cursor.fetchmany(size):
                yield [tuple(row) for row in rows]
        finally:
            cursor.close()
