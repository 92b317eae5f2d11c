"""Look at a relation's columns and run a statement: in DuckDB with progress and a clean stop, elsewhere through `foreign`."""

from __future__ import annotations

import re
import tempfile
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlmetrics import foreign
from sqlmetrics.errors import QueryError, SpecError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

STAGED = {"spark", "databricks"}
"""The dialects in which a score is asked of a count table that is made for it; others read the relation once in any case."""

PROGRESS_AFTER = 1.0
"""Seconds after which a running statement shows its progress."""


@dataclass(frozen=True)
class Engine:
    """An open connection and the dialect that it speaks."""

    dialect: str
    connection: Any


@contextmanager
def connect(database: Path | None = None) -> Iterator[DuckDBPyConnection]:
    """Open DuckDB in memory, or a database file for reading only; what spills goes to a folder that is removed."""
    import duckdb

    if database is not None and not database.is_file():
        raise SpecError(f"no such database: {database}")
    with tempfile.TemporaryDirectory(prefix="sqlmetrics-") as spill:
        config: dict[str, Any] = {"temp_directory": spill, "autoinstall_known_extensions": False, "python_enable_replacements": False}
        try:
            connection = duckdb.connect(str(database or ":memory:"), read_only=database is not None, config=config)
        except duckdb.Error as error:
            raise QueryError(f"cannot open {database} as a DuckDB database: {first_line(error)}") from None
        try:
            yield connection
        finally:
            connection.close()


def first_line(error: BaseException) -> str:
    """Return the part of a DuckDB message that says what happened."""
    return re.sub(r"^\w+ Error: ", "", str(error).strip().split("\n\n")[0].split("\nLINE ")[0].strip())


@contextmanager
def explained(relation: str) -> Iterator[None]:
    """Turn DuckDB's errors into a QueryError that names the relation and what to do."""
    import duckdb

    try:
        yield
    except duckdb.OutOfMemoryException as error:
        raise QueryError(
            f"not enough memory to score {relation}: {first_line(error)}; free memory or disk space, or use fewer keys"
        ) from None
    except duckdb.Error as error:
        message = first_line(error)
        hint = "check that the file is complete, of the format its name says, and that you may read it"
        if isinstance(error, duckdb.ConversionException):
            hint = "a value does not fit its column's type; cast or clean it in a view"
        raise QueryError(f"cannot read {relation}: {message}\n{hint}") from None


def describe(engine: Engine, relation: str, name: str) -> list[tuple[str, str]]:
    """Return the name and type of each column of a relation (the FROM clause's text), reading no record.

    The type is empty where the connection is not DuckDB's.
    """
    if engine.dialect != "duckdb":
        return foreign.columns(engine.connection, relation, name)
    import duckdb

    connection = engine.connection

    with explained(name):
        try:
            rows = connection.execute(f"describe select * from {relation} source").fetchall()  # noqa: S608 - quoted by then
        except duckdb.CatalogException:
            tables = [str(row[0]) for row in connection.execute("select table_name from information_schema.tables").fetchall()]
            near = get_close_matches(name, tables, n=3, cutoff=0.5)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(sorted(tables)) or 'none'}"
            raise SpecError(f"no such table or view: {name}; {hint}") from None
    return [(str(row[0]), str(row[1])) for row in rows]


def fetch(engine: Engine, sql: str, name: str, *, progress: bool = False) -> list[tuple[Any, ...]]:
    """Return all rows of a statement. Ctrl-C stops it at once; `progress` draws DuckDB's own estimate on standard error."""
    if engine.dialect != "duckdb":
        return foreign.rows(engine.connection, sql, name)
    connection = engine.connection
    with explained(name):
        if not progress:
            return _interruptible(connection, sql, lambda _: None)
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        connection.execute("set enable_progress_bar = true")
        connection.execute("set enable_progress_bar_print = false")
        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"), TimeElapsedColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(f"reading {name}", total=100, visible=False)

            def show(percentage: float) -> None:
                bar.update(task, visible=True, completed=max(percentage, 0))

            return _interruptible(connection, sql, show)


@contextmanager
def counted(engine: Engine, query: Callable[[], str], name: str) -> Iterator[str | None]:
    """Give the name of a cached count table where the engine would otherwise read the relation once per use of a CTE, else None.

    That is Spark, which keeps the counts in the executors' memory, or on their disks, until they are dropped here. DuckDB has a temporary
    table where it is among those that are STAGED.
    """
    if engine.dialect == "duckdb" and "duckdb" in STAGED:
        table = f"sqlmetrics_counts_{uuid.uuid4().hex[:12]}"
        fetch(engine, f"create temporary table {table} as {query()}", name)
        try:
            yield table
        finally:
            fetch(engine, f"drop table {table}", name)
        return
    if engine.dialect not in STAGED or not foreign.is_spark(engine.connection):
        yield None
        return
    table = f"sqlmetrics_counts_{uuid.uuid4().hex[:12]}"
    with foreign.reported(name):
        foreign.run(engine.connection, f"cache table {table} as {query()}")
    try:
        yield table
    finally:
        with suppress(QueryError), foreign.reported(name):
            foreign.run(engine.connection, f"uncache table if exists {table}")
            foreign.run(engine.connection, f"drop view if exists {table}")


def _interruptible(connection: DuckDBPyConnection, sql: str, show: Any) -> list[tuple[Any, ...]]:
    """Run the statement in a thread, so that this one can be interrupted, and stop it if this one is."""
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

    threading.Thread(target=work, daemon=True).start()
    try:
        ended = done.wait(PROGRESS_AFTER)
        while not ended:
            show(connection.query_progress())
            ended = done.wait(0.2)
    except BaseException:
        connection.interrupt()
        done.wait()
        raise
    if errors:
        raise errors[0]
    return rows
