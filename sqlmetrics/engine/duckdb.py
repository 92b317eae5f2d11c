"""DuckDB: opened for reading only, its errors explained, its statements stopped at once."""

from __future__ import annotations

import os
import random
import sys
import threading
import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from sqlmetrics import deadline
from sqlmetrics.engine import attached, instances
from sqlmetrics.engine.busy import busy, is_busy
from sqlmetrics.engine.client import Rows, Session
from sqlmetrics.engine.confinement import harden
from sqlmetrics.engine.instances import Instance
from sqlmetrics.engine.progress import Share
from sqlmetrics.engine.reasons import error_text, failure
from sqlmetrics.errors import QueryError, SpecError, SqlmetricsError
from sqlmetrics.files import footprint
from sqlmetrics.files.leftovers import MARK, spill_folder
from sqlmetrics.spec.limits import DEFAULT_SHARE, Limits
from sqlmetrics.text import there_are

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Connection: TypeAlias = "DuckDBPyConnection"
"""A connection to DuckDB."""

STOPPED_WITHIN = 0.3
"""Seconds to wait for a statement to end after Ctrl-C, and again for its memory to be freed."""

LATE_WITHIN = 0.8
"""Seconds to wait for a statement to end that is late, on a connection of our own."""

TRIED_EVERY = (0.005, 0.03)
"""Seconds, by chance, between two looks whether another process has closed a file.

Who waits longer looks as often as who comes later, so that nobody waits for all others.
"""

INTERRUPTED = "Query interrupted"
"""DuckDB's text of the error for a statement that a signal has ended."""

WATCHED_EVERY = 0.1
"""Seconds between two checks whether a running statement is interrupted or late."""


class Confinement(NamedTuple):
    """What is done to a DuckDB once it is open and before a call's first statement.

    Two with the same `key` do the same; None stands for one that no other call does. `confine` also
    locks the configuration.
    """

    key: Hashable | None
    confine: Callable[[Connection], None]


@contextmanager
def connect(
    limits: Limits | None = None, *, watched: bool = False, confined: Confinement | None = None
) -> Iterator[Connection]:
    """Open DuckDB in memory, with the settings of a run's limits.

    It spills to a folder that is removed in the end. With `watched` it tells how far a statement
    is. Where it is `confined`, it may be one that an earlier call with the same settings has left
    as it was; see `instances`. Raises SpecError for a missing folder, QueryError where there is too
    little memory.
    """
    limits = limits or Limits()
    limits.check_folder()
    key = None
    if confined is not None and confined.key is not None and not watched:
        key = (tuple(limits.config.items()), limits.memory_share, limits.spills_to, confined.key)
    waiting = None if key is None else instances.taken(key)
    with spill_folder(limits.spills_to, None if waiting is None else waiting.spill) as spill:
        root = _in_memory(limits, spill, watched=watched, waits=key is not None) if waiting is None else waiting.root
        try:
            if waiting is None and confined is not None:
                confined.confine(root)
            connection = root if key is None else root.cursor()
            yield connection
        except BaseException as error:
            stopped = isinstance(error, KeyboardInterrupt) or deadline.passed()
            closing = threading.Thread(target=_close, args=[root], name=deadline.HELD_UP)
            closing.start()
            closing.join(STOPPED_WITHIN if stopped else None)
            raise
        connection.close()
        if key is not None:
            instances.wait(waiting or Instance(key, root, spill))


def _close(connection: Connection) -> None:
    """Close a connection; one whose statement is held up refuses, and ends with the statement."""
    with suppress(Exception):
        connection.close()


def _in_memory(limits: Limits, spill: Path, *, watched: bool, waits: bool) -> Connection:
    """Return a new DuckDB with the settings of a run's limits, which spills to a folder.

    One that `waits` for other calls keeps nothing of a file, which may be another one by then.
    """
    import duckdb

    config: dict[str, Any] = {
        "temp_directory": str(spill),
        "autoinstall_known_extensions": False,
        "python_enable_replacements": False,
    } | ({"enable_external_file_cache": False} if waits else {})
    with ExitStack() as closing:
        try:
            connection = closing.enter_context(duckdb.connect(":memory:", config=config | limits.config))
            if limits.memory_share is not None:
                number, unit = connection.execute("select current_setting('memory_limit')").fetchall()[0][0].split()
                connection.execute(f"set memory_limit = '{float(number) * limits.memory_share / DEFAULT_SHARE} {unit}'")
            with suppress(duckdb.InvalidInputException):  # a notebook without ipywidgets has no bar to set
                # standard output is the result's
                connection.execute(
                    f"set enable_progress_bar = {str(watched).lower()}; set enable_progress_bar_print = false"
                )
        except duckdb.OutOfMemoryException:
            raise limits.memory_error("a database in memory") from None
        except duckdb.Error as error:
            raise failure("cannot open a DuckDB in memory", error) from None
        closing.pop_all()
    return connection


@contextmanager
def shared_file(path: Path | str, name: str, *, read_only: bool = False, wait: float = 0.0) -> Iterator[Connection]:
    """Attach a DuckDB file, which one process has open at a time; `name` is its name in messages.

    Its tables are read and written by their full names, and no other file is.

    Raises QueryError where another process has it open for longer than `wait` seconds.
    """
    with _alone_in_process(path, name, wait), connect() as connection:
        _wait_for(connection, Path(path), name, read_only=read_only, wait=wait)
        harden(connection)
        yield connection


_FILES: dict[str, threading.Lock] = defaultdict(threading.Lock)
"""The locks of the files that threads of this process open, by their real paths."""


@contextmanager
def _alone_in_process(path: Path | str, name: str, wait: float) -> Iterator[None]:
    """Let one thread at a time open a file, as DuckDB and the locks of files know processes only.

    Raises QueryError where another has it open for longer than `wait` seconds.
    """
    lock = _FILES[os.path.realpath(path)]
    if not lock.acquire(timeout=wait):
        raise QueryError(f"{name} is open in another thread (waited {wait:g} seconds); run again when that has ended")
    try:
        yield
    finally:
        lock.release()


def _wait_for(connection: Connection, path: Path, name: str, *, read_only: bool, wait: float) -> None:
    """Attach a file as soon as no other process has it open."""
    import duckdb

    until = time.monotonic() + wait
    while True:
        try:
            attached.attach_file(connection, path, writable=not read_only)
            return
        except duckdb.IOException as error:
            if "lock" not in str(error).lower():
                raise
            if time.monotonic() > until:
                waited = f"waited {wait:g} seconds"
                raise QueryError(
                    f"{name} is open in another process ({waited}); run again when that has ended"
                ) from None
            while True:
                time.sleep(random.uniform(*TRIED_EVERY))  # noqa: S311 - no secret
                if time.monotonic() > until or _is_closed(path, read_only=read_only):
                    break


def _is_closed(path: Path, *, read_only: bool) -> bool:
    """Return whether no other process has a file open in DuckDB, which costs less than opening it.

    DuckDB locks a file as `lockf` does. This process must not have it open, as to close a file ends
    all locks that a process has on it.
    """
    if sys.platform == "win32":
        return True
    with path.open("rb" if read_only else "r+b") as file:
        try:
            fcntl.lockf(file, (fcntl.LOCK_SH if read_only else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            return False
    return True


@contextmanager
def explain_failures(message: str, error_type: type[SqlmetricsError] = QueryError) -> Iterator[None]:
    """Turn errors of DuckDB and the file system into one with a message and the reason.

    DuckDB tells an interruption of its statement as a RuntimeError, which becomes one again.
    """
    import duckdb

    try:
        yield
    except (duckdb.Error, OSError) as error:
        raise failure(message, error, error_type=error_type) from None
    except RuntimeError as error:
        if str(error) == INTERRUPTED:
            raise KeyboardInterrupt from None
        raise


@contextmanager
def explain_errors(relation: str, limits: Limits | None = None, columns: Collection[str] = ()) -> Iterator[None]:
    """Turn DuckDB's errors into a QueryError with the relation, the limit and a remedy.

    `columns` are the names of columns that may stand in a message.
    """
    import duckdb

    limits = limits or Limits()
    try:
        yield
    except duckdb.Error as error:
        if footprint.names_output(str(error)):
            raise
        spilled = isinstance(error, duckdb.IOException) and str(limits.spills_to / MARK) in str(error)
        if spilled or "max_temp_directory_size" in str(error):
            raise limits.temp_error(relation, error_text(error)) from None
        if isinstance(error, duckdb.OutOfMemoryException):
            raise limits.memory_error(relation) from None
        if is_busy(error):
            raise busy() from None
        hint = "check that the file is complete, of the format its name says, and that you may read it"
        if isinstance(error, duckdb.ConversionException):
            hint = "a value does not fit its column's type; cast or clean it in a view"
        if isinstance(error, duckdb.PermissionException):
            hint = (
                "a run reads only the files that it names; where the database and its views are your own,"
                " say so by `trusted`"
            )
        raise failure(f"cannot read {relation}", error, hint, columns) from None


def columns(session: Session, relation: str, name: str) -> list[tuple[str, str]]:
    """Return the name and type of each column of a relation, reading no record.

    Raises SpecError, with the nearest names, for an unknown table.
    """
    import duckdb

    with explain_errors(name, session.limits, session.columns):
        try:
            query = f"describe select * from {relation} source"  # noqa: S608 - quoted by then
            described = _interruptible(session, query, name)
        except duckdb.CatalogException:
            tables = attached.table_names(session.connection, attached=session.database is not None)
            hint = there_are(name, sorted(tables))
            raise SpecError(f"no such table or view: {name}; {hint}") from None
    return [(str(row[0]), str(row[1])) for row in described]


def rows(session: Session, sql: str, name: str) -> Rows:
    """Return all rows of a statement, which Ctrl-C and the time limit stop at once."""
    with explain_errors(name, session.limits, session.columns):
        return _interruptible(session, sql, name)


def batches(session: Session, sql: str, name: str, size: int) -> Iterator[Rows]:
    """Give the rows of a statement, at most `size` at a time."""
    with explain_errors(name, session.limits, session.columns):
        result = _executed(session.connection, sql)
        while batch := result.fetchmany(size):
            yield batch


def progress_reader(session: Session) -> Share:
    """Return the function that tells how far a statement is, in percent."""
    query_progress: Share = session.connection.query_progress
    return query_progress


@contextmanager
def count_table(session: Session, query: str, name: str) -> Iterator[str]:
    """Give the name of a temporary table of a query's rows, which is dropped in the end."""
    table = f"sqlmetrics_counts_{uuid.uuid4().hex[:12]}"
    session.progress.expect(1)
    with session.progress.step("count", name, share=progress_reader(session), numbered=True):
        rows(session, f"create temporary table {table} as {query}", name)
    try:
        yield table
    finally:
        with deadline.spared():
            rows(session, f"drop table {table}", name)


MOMENT = "TIMESTAMP WITH TIME ZONE"
"""The type whose values DuckDB hands to Python only where a further package is installed."""


def _executed(connection: Connection, sql: str) -> Connection:
    """Run a statement, whose moments with a time zone come as texts."""
    result = connection.execute(sql)
    types = [str(column[1]) for column in result.description or ()]
    if not any(MOMENT in of_type for of_type in types):
        return result
    names = [f"column_{place}" for place in range(len(types))]
    listed = ", ".join(
        f"cast({name} as varchar) as {name}" if MOMENT in of_type else name
        for name, of_type in zip(names, types, strict=True)
    )
    query = sql.rstrip().rstrip(";")
    return connection.execute(f"select {listed} from (\n{query}\n) moments({', '.join(names)})")  # noqa: S608 - a query


def _interruptible(session: Session, sql: str, name: str) -> Rows:
    """Return a statement's rows, from a thread that stops when this one is interrupted or late."""
    connection = session.connection
    fetched: Rows = []
    errors: list[BaseException] = []
    done = threading.Event()

    def work() -> None:
        try:
            fetched.extend(_executed(connection, sql).fetchall())
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    session.time_left(name)
    threading.Thread(target=work, name=deadline.HELD_UP).start()
    try:
        while not done.wait(min(WATCHED_EVERY, session.time_left(name) or WATCHED_EVERY)):
            pass
    except BaseException as error:
        connection.interrupt()
        late = LATE_WITHIN if session.own else None
        done.wait(STOPPED_WITHIN if isinstance(error, KeyboardInterrupt) else late)
        raise
    if errors:
        raise errors[0]
    return fetched
