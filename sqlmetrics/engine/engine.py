"""The open engine: columns are described and statements run, within limits, as steps of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from sqlmetrics import deadline
from sqlmetrics.engine import drivers, duckdb, spark
from sqlmetrics.engine.client import Client, Rows, Session
from sqlmetrics.engine.confinement import confinement_key, harden
from sqlmetrics.engine.duckdb import Confinement
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.reading.reading import Reading
from sqlmetrics.errors import QueryError
from sqlmetrics.files import footprint
from sqlmetrics.spec.limits import Limits
from sqlmetrics.statement.dialects import DUCKDB
from sqlmetrics.statement.relation import table_parts
from sqlmetrics.statement.render import render
from sqlmetrics.text import nearest, question_of

CLIENTS: Mapping[str, Client] = {"embedded": duckdb, "session": spark, "cursor": drivers}
"""The clients that run statements, by a dialect's fact `client`."""


@dataclass(frozen=True)
class CountTables:
    """Count tables that are made once for several results, by the queries that fill them.

    The stack drops them.
    """

    stack: ExitStack
    made: dict[str, str] = field(default_factory=dict)


class FileReader(Protocol):
    """What reads the files of an open place; see `read_files`."""

    @property
    def loose(self) -> bool:
        """Whether the files of a table with a log are read as they lie."""

    @property
    def readings(self) -> Sequence[Reading]:
        """How files were read so far, the first of the relation."""

    def rows(self, engine: Engine, text: str, name: str) -> str:
        """Return the FROM clause of the files of a path."""

    def printed(self, text: str, from_sql: str) -> str:
        """Return the FROM clause of files that were read, for a statement that is printed."""

    def shown(self, sql: str) -> str:
        """Return a statement that is printed, with files in place of the tables that were made."""

    def examples(self, text: str) -> dict[str, str]:
        """Return the columns whose values were texts, each with an example of how it is written."""

    def lake_rows(self, engine: Engine, relation: Any) -> str:
        """Return what gives the rows of a package's own table with a log."""

    def has_made(self, text: str) -> bool:
        """Return whether the files of a path are read by way of a table."""


@dataclass(frozen=True)
class Engine(Session):
    """A session in which columns are described and statements run.

    With `staged` scores are computed from a count table that is made first, also where the engine
    would keep the counts by itself. `shared` are the count tables that several results read; see
    `counted_once`. Tables' names without a schema are looked up in the `schemas`. The session has
    the `settings` for our statements; see `hardening`. `registered` are the names of frames and
    relations that a caller's session gets, and `indexed` the names of the index of each frame.
    `described` has the columns of each FROM clause that was described, and `files` reads files.
    """

    staged: bool = False
    shared: CountTables | None = None
    schemas: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    registered: list[str] = field(default_factory=list)
    indexed: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    described: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    files: FileReader | None = None

    @property
    def reading(self) -> Reading | None:
        """How the files of the relation were read, None where it is no file."""
        return next(iter(self.files.readings), None) if self.files is not None else None

    @property
    def client(self) -> Client:
        """The client that runs its statements."""
        return CLIENTS[self.dialect.client]


def held_to(limits: Limits, progress: Progress) -> AbstractContextManager[None]:
    """Hold a run to its time, from the moment when its progress began."""

    def late() -> QueryError:
        progress.close()
        return limits.time_error(progress.relation, progress.current)

    return deadline.held(None if limits.timeout is None else progress.began + limits.timeout, late)


@contextmanager
def own_engine(
    limits: Limits | None = None, progress: Progress | None = None, *, files: Iterable[str] | None = None
) -> Iterator[Engine]:
    """Open a DuckDB in memory, within limits.

    It reads the `files` and no others; without them it is not hardened, and is for rows and
    statements that are all our own.
    """
    limits, progress = limits or Limits(), progress or Progress()
    read = None if files is None else list(files)
    key = (None,) if read is None else confinement_key(read)
    confined = Confinement(key, lambda connection: harden(connection, read or (), trusted=read is None))
    with held_to(limits, progress), duckdb.connect(limits, watched=progress.shown, confined=confined) as connection:
        try:
            yield Engine(DUCKDB, connection, True, limits, progress)
        finally:
            progress.close()


def describe(engine: Engine, relation: str, name: str) -> list[tuple[str, str]]:
    """Return the name and type of each column of a FROM clause's text, reading no record.

    The type is empty where the connection is not DuckDB's.
    """
    if relation in engine.described:
        return engine.described[relation]
    with engine.progress.step("describe", name):
        try:
            described = engine.described[relation] = engine.client.columns(engine, relation, name)
        except QueryError as error:
            near = _near_tables(engine, name)
            if not near:
                raise
            first, *advice = str(error).split("\n")
            raise QueryError("\n".join([f"{first}; {question_of(near)}", *advice]), error.detail) from None
    engine.columns.update(column for column, _ in described)
    footprint.meets(column for column, _ in described)
    return described


def _near_tables(engine: Engine, name: str) -> list[str]:
    """Return the tables of a database of our own that a name may mean, where none is called so."""
    if not engine.own or engine.dialect.tables is None:
        return []
    end_transaction(engine)
    with suppress(Exception):
        schema, table = name[: name.rfind(".") + 1], table_parts(name)[-1]
        tables = [str(row[0]) for row in engine.client.rows(engine, engine.dialect.tables, name)]
        if table not in tables:
            return [schema + other for other in nearest(table, tables)]
    return []


def fetch(engine: Engine, sql: str, name: str, step: str = "score") -> Rows:
    """Return all rows of a statement, which is a step of the run.

    The statement ends when no time is left, and with DuckDB, SQLite and PostgreSQL also at once
    after Ctrl-C. `name` is the name of the relation in messages. Raises QueryError.
    """
    with engine.progress.step(step, name, share=engine.client.progress_reader(engine), numbered=True):
        return engine.client.rows(engine, sql, name)


def batches(engine: Engine, sql: str, name: str, size: int) -> Iterator[Rows]:
    """Give the rows of a statement, at most `size` at a time."""
    for rows in engine.client.batches(engine, sql, name, size):
        engine.time_left(name)
        yield rows


@contextmanager
def count_table(engine: Engine, query: Callable[[], str], name: str) -> Iterator[str | None]:
    """Give the name of a count table that a query fills, or None; the table is dropped in the end.

    None stands for an engine that computes a CTE once for several uses, or that keeps no table. A
    table that several results share is there for longer.
    """
    if engine.shared is not None:
        yield shared_table(engine.shared, query(), lambda text: engine.client.count_table(engine, text, name))
        return
    if not (engine.staged or engine.dialect.caches_counts):
        yield None
        return
    with engine.client.count_table(engine, query(), name) as table:
        yield table


@contextmanager
def counted_once(engine: Engine) -> Iterator[Engine]:
    """Give the engine with count tables that are made once for all results inside.

    DuckDB keeps them for the session. Where tables are a server's, whose users may not make any,
    each result counts by itself, but on engines that cache counts in any case.
    """
    if not (engine.dialect.client == "embedded" or engine.dialect.caches_counts):
        yield engine
        return
    with ExitStack() as stack:
        yield replace(engine, shared=CountTables(stack))


def shared_table(shared: CountTables, query: str, make: Callable[[str], AbstractContextManager[str | None]]) -> str:
    """Return the count table that a query fills, which is made where it is not there yet."""
    if query not in shared.made:
        table = shared.stack.enter_context(make(query))
        assert table is not None  # noqa: S101 - only engines that keep counts share them
        shared.made[query] = table
    return shared.made[query]


def stand_in(engine: Engine, query: str, other: str, name: str) -> None:
    """Fill the shared count table of a query by another query of the same rows."""
    if engine.shared is not None:
        table = shared_table(engine.shared, other, lambda text: engine.client.count_table(engine, text, name))
        engine.shared.made[query] = table


def end_transaction(engine: Engine) -> None:
    """Roll back where a failed statement has ended the transaction, so that the next one runs."""
    if engine.dialect.ends_transactions:
        with suppress(Exception):
            engine.connection.rollback()
        if not engine.own:
            write_settings(engine, engine.settings, "the session")


def write_settings(engine: Engine, values: Mapping[str, str], name: str) -> None:
    """Set the session's settings to their values. Messages name the relation `name`."""
    settings = engine.dialect.settings
    if settings is None:
        return
    for setting, value in values.items():
        literal = render("literal", value, dialect=engine.dialect)
        forms = {"literal": literal, "value": value if value.isdigit() else literal, "word": value}
        engine.client.rows(engine, settings.write.format(name=setting, **forms), name)
