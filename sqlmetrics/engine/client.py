"""The clients that run statements: DuckDB's own, a SparkSession, or a driver's cursors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from sqlmetrics.engine.progress import Progress, Share
from sqlmetrics.spec.limits import Limits
from sqlmetrics.statement.dialects import Dialect

Rows = list[tuple[Any, ...]]


class Session(Protocol):
    """A connection in use, as a client sees it; see `engine.Engine`."""

    @property
    def dialect(self) -> Dialect:
        """The dialect that the connection speaks."""

    @property
    def connection(self) -> Any:
        """DuckDB's connection, a SparkSession, or a PEP 249 connection."""

    @property
    def own(self) -> bool:
        """Whether we opened the connection."""

    @property
    def limits(self) -> Limits:
        """The limits of the run."""

    @property
    def columns(self) -> set[str]:
        """The names of the columns that were described, which messages may hold."""

    @property
    def database(self) -> Path | None:
        """The DuckDB file that is attached, and alone holds tables; None for any other place."""

    @property
    def progress(self) -> Progress:
        """The course of the run."""

    def time_left(self, name: str) -> float | None:
        """Return the seconds that are left of the run's time, None without a limit.

        Raises QueryError where none are left.
        """


class Client(Protocol):
    """A module that runs statements through one kind of connection.

    `name` is the name of a relation in messages. Every function raises QueryError where the
    database fails or no time is left.
    """

    def columns(self, session: Session, relation: str, name: str) -> list[tuple[str, str]]:
        """Return the columns of a FROM clause with their types, empty where these are unknown."""

    def rows(self, session: Session, sql: str, name: str) -> Rows:
        """Return all rows of a statement."""

    def batches(self, session: Session, sql: str, name: str, size: int) -> Iterator[Rows]:
        """Give the rows of a statement, at most `size` at a time."""

    def progress_reader(self, session: Session) -> Share | None:
        """Return the function that tells how far a statement is, None where there is none."""

    def count_table(self, session: Session, query: str, name: str) -> AbstractContextManager[str | None]:
        """Give the name of a table of a query's rows, or None; the table is dropped in the end."""
