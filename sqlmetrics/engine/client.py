"""The clients that run statements: DuckDB's own, a SparkSession, or a driver's cursors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from sqlmetrics import deadline
from sqlmetrics.engine.progress import Progress, Share
from sqlmetrics.spec.limits import Limits
from sqlmetrics.statement.dialects import Dialect

Rows = list[tuple[Any, ...]]


@dataclass(frozen=True)
class Session:
    """An open connection with its dialect, the limits of a run, and its progress.

    The connection is DuckDB's, a SparkSession, or a PEP 249 one; `own` is true where we opened it,
    not a caller. `columns` are the names of the columns that were described, which messages may
    hold. `database` is the DuckDB file that is attached and alone holds tables.
    """

    dialect: Dialect
    connection: Any
    own: bool = False
    limits: Limits = field(default_factory=Limits)
    progress: Progress = field(default_factory=Progress)
    columns: set[str] = field(default_factory=set)
    database: Path | None = None

    def time_left(self, name: str) -> float | None:
        """Return the seconds that are left of the run's time, None without a limit.

        Raises QueryError where none are left, and the error of a run that is to end.
        """
        deadline.check_time()
        if self.limits.timeout is None:
            return None
        left = self.limits.timeout - self.progress.elapsed
        if left <= 0:
            raise self.limits.time_error(name, self.progress.current)
        return left


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
