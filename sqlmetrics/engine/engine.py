"""Look at a relation's columns and run a statement, within its limits: in DuckDB with a clean stop, elsewhere through `foreign`."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from sqlmetrics.engine import drivers
from sqlmetrics.engine.duckdb import STOPPED_WITHIN, connect, explained
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.spec.limits import Limits
from sqlmetrics.statement.dialects import DUCKDB, Dialect

WATCHED_EVERY = 0.2
"""Seconds after which a thread that waits for a statement looks whether it is interrupted or late."""


@dataclass(frozen=True)
class Engine:
    """An open connection and the dialect that it speaks, what a run may use there, and its course.

    `own` says that no caller passed the connection. `staged` has scores be asked of a count table
    that is made first, also where the engine would keep the counts by itself.
    """

    dialect: Dialect
    connection: Any
    own: bool = False
    limits: Limits = field(default_factory=Limits)
    progress: Progress = field(default_factory=Progress)
    staged: bool = False

    def time_left(self, name: str) -> float | None:
        """Return the seconds that the run has left, None without a limit. Raises QueryError where there are none."""
        if self.limits.timeout is None:
            return None
        left = self.limits.timeout - self.progress.elapsed
        if left <= 0:
            raise self.limits.time_error(name, self.progress.current)
        return left


@contextmanager
def own_engine(limits: Limits | None = None, progress: Progress | None = None) -> Iterator[Engine]:
    """Open a DuckDB in memory, for files that are read by name, within limits and as steps of a run."""
    limits, progress = limits or Limits(), progress or Progress()
    with connect(None, limits, watched=progress.shown) as connection:
        try:
            yield Engine(DUCKDB, connection, True, limits, progress)
        finally:
            progress.close()


def describe(engine: Engine, relation: str, name: str) -> list[tuple[str, str]]:
    """Return the name and type of each column of a relation (the FROM clause's text), reading no record.

    The type is empty where the connection is not DuckDB's.
    """
    if engine.dialect is not DUCKDB:
        with engine.progress.step("describe", name), stopped_in_time(engine, name):
            return drivers.columns(engine.connection, relation, name)
    import duckdb

    connection = engine.connection

    with engine.progress.step("describe", name), explained(name, engine.limits):
        try:
            rows = _interruptible(engine, f"describe select * from {relation} source", name)  # noqa: S608 - quoted by then
        except duckdb.CatalogException:
            tables = [str(row[0]) for row in connection.execute("select table_name from information_schema.tables").fetchall()]
            near = get_close_matches(name, tables, n=3, cutoff=0.5)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(sorted(tables)) or 'none'}"
            raise SpecError(f"no such table or view: {name}; {hint}") from None
    return [(str(row[0]), str(row[1])) for row in rows]


def fetch(engine: Engine, sql: str, name: str, step: str = "score") -> list[tuple[Any, ...]]:
    """Return all rows of a statement, which is a step of the run. Ctrl-C stops it at once, as the end of the run's time does."""
    if engine.dialect is not DUCKDB:
        with engine.progress.step(step, name, numbered=True), stopped_in_time(engine, name):
            return drivers.rows(engine.connection, sql, name)
    with engine.progress.step(step, name, share=engine.connection.query_progress, numbered=True), explained(name, engine.limits):
        return _interruptible(engine, sql, name)


@contextmanager
def counted(engine: Engine, query: Callable[[], str], name: str) -> Iterator[str | None]:
    """Give the name of a cached count table where the engine would otherwise read the relation once per use of a CTE, else None.

    That is Spark, which keeps the counts in the executors' memory, or on their disks, until they are dropped here. DuckDB has a temporary
    table where it is among those that are STAGED.
    """
    if engine.staged and engine.dialect is DUCKDB:
        table = f"sqlmetrics_counts_{uuid.uuid4().hex[:12]}"
        fetch(engine, f"create temporary table {table} as {query()}", name, "count")
        try:
            yield table
        finally:
            fetch(engine, f"drop table {table}", name)
        return
    if not engine.dialect.caches_counts or not drivers.is_spark(engine.connection):
        yield None
        return
    table = f"sqlmetrics_counts_{uuid.uuid4().hex[:12]}"
    engine.progress.expect(1)
    with engine.progress.step("count", name, numbered=True), drivers.reported(name):
        drivers.run(engine.connection, f"cache table {table} as {query()}")
    try:
        yield table
    finally:
        with suppress(QueryError), drivers.reported(name):
            drivers.run(engine.connection, f"uncache table if exists {table}")
            drivers.run(engine.connection, f"drop view if exists {table}")


def end_transaction(engine: Engine) -> None:
    """Let the next statement run where the one that failed ended the transaction."""
    if engine.dialect.ends_transactions:
        with suppress(Exception):
            engine.connection.rollback()


@contextmanager
def stopped_in_time(engine: Engine, name: str) -> Iterator[None]:
    """Stop a statement of another database when the run has no time left, by its own limit or from a thread that cancels it."""
    left = engine.time_left(name)
    setting = drivers.time_limit(engine.dialect, left) if engine.own and left is not None else None
    if setting is not None:
        with drivers.reported(name):
            drivers.run(engine.connection, setting)
    cancel = drivers.canceller(engine.connection) if setting is None else None
    timer = threading.Timer(left, cancel) if left is not None and cancel is not None else None
    if timer is not None:
        timer.daemon = True
        timer.start()
    try:
        yield
    except QueryError as error:
        engine.time_left(name)
        interrupted = drivers.driver_of(engine.connection).interrupted
        if engine.own and interrupted is not None and f": {interrupted}\n" in str(error):
            raise KeyboardInterrupt from None  # it went to the database, which stopped for it
        raise
    finally:
        if timer is not None:
            timer.cancel()


def _interruptible(engine: Engine, sql: str, name: str) -> list[tuple[Any, ...]]:
    """Run the statement in a thread, so that this one can be interrupted, and stop it if this one is, or when it is late."""
    connection = engine.connection
    rows: list[tuple[Any, ...]] = []
    errors: list[BaseException] = []
    done = threading.Event()

    def work() -> None:
        try:
            rows.extend(connection.execute(sql).fetchall())
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    engine.time_left(name)
    threading.Thread(target=work, daemon=True).start()
    try:
        while not done.wait(min(WATCHED_EVERY, engine.time_left(name) or WATCHED_EVERY)):
            pass
    except BaseException as error:
        connection.interrupt()
        done.wait(STOPPED_WITHIN if isinstance(error, KeyboardInterrupt) else None)
        raise
    if errors:
        raise errors[0]
    return rows
