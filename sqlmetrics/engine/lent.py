"""Relations of DuckDB that a caller has made, on the connection that they belong to.

DuckDB tells nobody a relation's connection. It runs statements there by way of the relation.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from sqlmetrics.engine.busy import idle_connection, is_busy
from sqlmetrics.engine.client import Rows
from sqlmetrics.errors import SpecError


def is_lent(relation: object) -> bool:
    """Return whether a relation is one of DuckDB's own objects."""
    return type(relation).__name__ == "DuckDBPyRelation"


class BorrowedCursor:
    """The result of a statement, as a connection of DuckDB returns it."""

    def __init__(self, result: Any) -> None:
        self._result = result
        self._rows: Any = None

    @property
    def description(self) -> Sequence[Sequence[Any]]:
        """The columns, each with its name and its type."""
        return () if self._result is None else self._result.description

    def fetchall(self) -> Rows:
        """Return all rows."""
        return [] if self._result is None else list(self._result.fetchall())

    def fetchmany(self, size: int) -> Rows:
        """Return the next rows, at most `size`."""
        if self._rows is None:
            self._rows = iter(self.fetchall())
        return list(islice(self._rows, size))


class BorrowedConnection(NamedTuple):
    """The connection of a relation, by way of the relation, which its statements call `name`."""

    relation: Any
    name: str

    def execute(self, sql: str, parameters: object = None) -> BorrowedCursor:
        """Run a statement."""
        if parameters is not None:
            raise SpecError("give the connection of the relation as `connection`")
        return BorrowedCursor(self.relation.query(self.name, sql))

    def cursor(self) -> BorrowedConnection:
        """Return itself: its statements run one after the other."""
        return self

    def interrupt(self) -> None:
        """Leave a statement to its end; only the connection itself can stop it."""

    def query_progress(self) -> float:
        """Return that nobody knows how far a statement is."""
        return -1.0

    def register(self, name: str, relation: object) -> None:
        """Raise SpecError: other relations are seen by the connection alone."""
        raise SpecError("relations of DuckDB beside each other need their connection: give it as `connection`")

    def unregister(self, name: str) -> None:
        """Forget the relation's name, which some versions of DuckDB keep as a temporary view."""
        self.relation.query(name, f"drop view if exists {name}")


def connection_of(relation: Any, name: str) -> Any:
    """Return DuckDB's default connection where it has a relation, else a BorrowedConnection.

    Raises QueryError where another thread uses the default connection, so that nobody can tell.
    """
    import duckdb

    default = duckdb.default_connection()
    with idle_connection(default):
        try:
            default.register(name, relation)
            default.execute(f"describe select * from {name}").fetchall()  # noqa: S608 - a name of ours
        except duckdb.Error as error:
            if is_busy(error):
                raise
            return BorrowedConnection(relation, name)
        finally:
            default.unregister(name)
    return default
