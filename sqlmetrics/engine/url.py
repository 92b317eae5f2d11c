"""A database named by its URL: SQLAlchemy finds the driver, which then gets the statement as it is; sessions only read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, quote_plus

from sqlmetrics.engine import drivers
from sqlmetrics.errors import QueryError, SpecError

if TYPE_CHECKING:
    from sqlalchemy.engine import URL


class Backend(NamedTuple):
    """What stands before `://`: the dialect that it speaks, the driver where none is named, and the extra that installs it."""

    dialect: str
    driver: str
    extra: str


BACKENDS = {
    "postgresql": Backend("postgres", "postgresql+psycopg", "postgres"),
    "postgres": Backend("postgres", "postgresql+psycopg", "postgres"),
    "redshift": Backend("redshift", "redshift+redshift_connector", "redshift"),
    "mysql": Backend("mysql", "mysql+pymysql", "mysql"),
    "mariadb": Backend("mariadb", "mariadb+pymysql", "mysql"),
    "sqlite": Backend("sqlite", "sqlite+pysqlite", "sqlite"),
    "clickhouse": Backend("clickhouse", "clickhousedb", "clickhouse"),
    "clickhousedb": Backend("clickhouse", "clickhousedb", "clickhouse"),
    "snowflake": Backend("snowflake", "snowflake", "snowflake"),
    "bigquery": Backend("bigquery", "bigquery", "bigquery"),
    "databricks": Backend("databricks", "databricks", "databricks"),
    "trino": Backend("trino", "trino", "trino"),
    "mssql": Backend("sqlserver", "mssql+pymssql", "mssql"),
    "oracle": Backend("oracle", "oracle+oracledb", "oracle"),
}
"""Databases by the name that their URLs start with."""

READ_ONLY = {
    "postgres": "set session characteristics as transaction read only",
    "mysql": "set session transaction read only",
    "mariadb": "set session transaction read only",
    "sqlite": "pragma query_only = on",
}
"""What makes a session read only, where a database has it."""

HEED_EVERY = 100_000
"""Instructions of SQLite after which it lets Python run."""

SECRET = ("pass", "pwd", "secret", "token", "key", "credential", "auth", "connect", "account")
"""Parts of the names of a URL's parameters that may hold a credential."""


def dialect_of_url(text: str) -> str:
    """Return the dialect of a URL, opening nothing. Raises SpecError for one that is not known."""
    if spark_master(text) is not None:
        return "spark"
    return _backend(_read(text)).dialect


def names_no_file(text: str) -> bool:
    """Return whether a URL is of a SQLite file that is not there."""
    url = _read(text)
    return _backend(url).dialect == "sqlite" and not (url.database and Path(url.database).is_file())


@contextmanager
def open_url(text: str, *, writable: bool = False) -> Iterator[tuple[str, Any]]:
    """Open the database of a URL, or of `env:NAME`, the environment variable that holds one; give its dialect and PEP 249 connection.

    The session only reads unless it is to be `writable`, which is for a history and never for the data that is scored.

    Raises SpecError for a URL that names no known database or one whose driver is not installed, QueryError where
    it does not answer. No message holds a password.
    """
    master = spark_master(text)
    if master is not None:
        with open_spark(master) as opened:
            yield opened
        return
    url = _read(text)
    backend = _backend(url)
    if not writable and names_no_file(text):
        raise SpecError(f"no such database: {url.database or 'in memory'}")
    import sqlalchemy

    url = url.set(drivername=backend.driver) if "+" not in url.drivername else url
    with _without(secrets(url)):
        try:
            engine = sqlalchemy.create_engine(url, poolclass=sqlalchemy.NullPool)
        except (ImportError, sqlalchemy.exc.NoSuchModuleError) as error:
            raise SpecError(f"the driver of {backend.dialect} is missing ({error}); pip install 'sqlmetrics[{backend.extra}]'") from None
        except Exception as error:
            raise SpecError(f"{shown(url)} cannot be opened: {_said(error)}") from None
        try:
            holder = engine.raw_connection()
        except Exception as error:
            raise QueryError(f"cannot connect to {shown(url)}: {_said(error)}\ncheck host, port, user and password") from None
        try:
            connection = holder.driver_connection
            dialect = drivers.dialect_of(connection) if backend.dialect in {"mysql", "mariadb"} else backend.dialect
            if dialect in READ_ONLY and not writable:
                with drivers.reported(shown(url)):
                    drivers.run(connection, READ_ONLY[dialect])
            if dialect == "sqlite" and connection is not None:
                connection.set_progress_handler(lambda: 0, HEED_EVERY)  # so that Python runs, and heeds Ctrl-C, during a statement
            yield dialect, connection
        finally:
            holder.close()
            engine.dispose()


@contextmanager
def open_spark(master: str) -> Iterator[tuple[str, Any]]:
    """Open a SparkSession on a master (`spark://host:7077`, `yarn`, `local[4]`, ..), with what the Spark configuration says besides.

    Raises SpecError where pyspark is not installed, QueryError where the session does not start.
    """
    try:
        from pyspark.sql import SparkSession
    except ModuleNotFoundError:
        raise SpecError("Spark needs its package: pip install 'sqlmetrics[spark]', and Java") from None
    try:
        session = SparkSession.builder.appName("sqlmetrics").master(master).getOrCreate()
        session.sparkContext.setLogLevel("ERROR")
    except Exception as error:
        raise QueryError(
            f"cannot start Spark on {master}: {_said(error)}\ncheck the master's address, and that Java is installed"
        ) from None
    try:
        yield "spark", session
    finally:
        session.stop()


def spark_master(url: str) -> str | None:
    """Return the Spark master that `spark://host:port` or `spark:MASTER` names, or None where the URL is another database's."""
    if url.startswith("spark://"):
        return url
    return url.removeprefix("spark:") if url.startswith("spark:") else None


def shown(url: URL) -> str:
    """Return a URL as messages show it: driver, host and database, without user, password and parameters."""
    port = f":{url.port}" if url.port else ""
    return f"{url.get_backend_name()}://{url.host or ''}{port}/{url.database or ''}"


def secrets(url: URL) -> list[str]:
    """Return the texts of a URL that no message may hold, the longest first."""
    found = [] if url.password is None else [str(url.password)]
    for name, values in url.normalized_query.items():
        if any(part in name.lower() for part in SECRET):
            found += values
    return sorted({form for each in found if each for form in (each, quote(each), quote(each, safe=""), quote_plus(each))}, key=len)[::-1]


@contextmanager
def _without(texts: list[str]) -> Iterator[None]:
    """Blank the texts in the message of any error of ours that passes."""
    try:
        yield
    except (QueryError, SpecError) as error:
        message, public = str(error), error.public
        for text in texts:
            message, public = message.replace(text, "***"), public.replace(text, "***")
        raise type(error)(message, public=public) from None


def _said(error: Exception) -> str:
    return " ".join(str(getattr(error, "orig", None) or error).split())[:500]


def _read(text: str) -> URL:
    if text.startswith("env:"):
        name = text.removeprefix("env:")
        if name not in os.environ:
            raise SpecError(f"the environment has no variable {name}, which --url {text} names")
        text = os.environ[name]
    try:
        from sqlalchemy.engine import make_url
        from sqlalchemy.exc import ArgumentError
    except ModuleNotFoundError:
        raise SpecError("--url needs SQLAlchemy and a driver: pip install 'sqlmetrics[postgres]', or the extra of your database") from None
    try:
        return make_url(text)
    except (ArgumentError, ValueError):
        raise SpecError("--url is not a database's URL; write it as postgresql://user:password@host/database, or env:NAME") from None


def _backend(url: URL) -> Backend:
    name = url.drivername.partition("+")[0]
    if name == "duckdb":
        raise SpecError("a DuckDB file is opened with --database FILE.duckdb")
    if name not in BACKENDS:
        raise SpecError(f"--url: no database is called '{name}'; there are: {', '.join(BACKENDS)}")
    return BACKENDS[name]
