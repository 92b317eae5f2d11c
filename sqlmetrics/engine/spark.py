"""Spark: a session on a master, and statements that run in it."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any

from sqlmetrics.engine.client import Rows, Session
from sqlmetrics.engine.drivers import reported
from sqlmetrics.engine.reasons import failure
from sqlmetrics.errors import QueryError, SpecError


def master_of(url: str) -> str:
    """Return the master that a URL names: `spark://host:port` as it is, `yarn` of `spark:yarn`."""
    _, _, rest = url.partition(":")
    return url if rest.startswith("//") else rest


@contextmanager
def open_session(master: str) -> Iterator[Any]:
    """Open a SparkSession on a master: `spark://host:7077`, `yarn`, `local[4]`, ..

    Raises SpecError where pyspark is not installed, QueryError where the session does not start.
    """
    try:
        from pyspark.sql import SparkSession
    except ModuleNotFoundError:
        raise SpecError("Spark needs its package: pip install 'sqlmetrics[spark]', and Java") from None
    try:
        session = SparkSession.builder.appName("sqlmetrics").master(master).getOrCreate()
        session.sparkContext.setLogLevel("OFF")
    except Exception as error:
        hint = "check the master's address, and that Java is installed"
        raise failure(f"cannot start Spark on {master}", error, hint) from None
    try:
        yield session
    finally:
        session.stop()


def columns(session: Session, relation: str, name: str) -> list[tuple[str, str]]:
    """Return the names of a relation's columns, each with an empty type, reading no record."""
    session.time_left(name)
    with reported(name, columns=session.columns):
        frame = session.connection.sql(f"select * from {relation} source where 1 = 0")  # noqa: S608 - quoted by then
        return [(column, "") for column in frame.columns]


def rows(session: Session, sql: str, name: str) -> Rows:
    """Return all rows of a statement."""
    session.time_left(name)
    with reported(name, columns=session.columns):
        return [tuple(row) for row in session.connection.sql(sql).collect()]


def batches(session: Session, sql: str, name: str, size: int) -> Iterator[Rows]:
    """Give the rows of a statement, at most `size` at a time."""
    session.time_left(name)
    with reported(name):
        collected = session.connection.sql(sql).toLocalIterator()
        while batch := [tuple(row) for row in islice(collected, size)]:
            yield batch


def progress_reader(session: Session) -> None:
    """Return None, since a session does not tell how far a statement is."""


@contextmanager
def count_table(session: Session, query: str, name: str) -> Iterator[str]:
    """Give the name of a table of a query's rows, which the executors cache meanwhile."""
    table = f"sqlmetrics_counts_{uuid.uuid4().hex[:12]}"
    session.progress.expect(1)
    with session.progress.step("count", name, numbered=True), reported(name, columns=session.columns):
        session.connection.sql(f"cache table {table} as {query}")
    try:
        yield table
    finally:
        with suppress(QueryError), reported(name, columns=session.columns):
            session.connection.sql(f"uncache table if exists {table}")
            session.connection.sql(f"drop view if exists {table}")
