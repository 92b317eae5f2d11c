"""What all results have for their readers in Python: rows, frames, a few lines, HTML and a plot."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from sqlmetrics.engine.duckdb import Connection
from sqlmetrics.engine.frames import Columns, Relation, arrow_table, duckdb_relation, pandas_frame, polars_frame

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

Row = TypeVar("Row", covariant=True)


class Views(Protocol):
    """The functions that show a result of any kind; the module `output.views` has them."""

    def lines(self, result: Result[Any]) -> str:
        """Return a result in a few lines."""

    def html(self, result: Result[Any]) -> str:
        """Return a result as HTML for a notebook."""

    def record_columns(self, result: Result[Any]) -> Columns:
        """Return the records of a result by columns."""

    def latex(self, result: Result[Any], columns: Sequence[str] | None) -> str:
        """Return a result as a table of LaTeX."""

    def plot(self, result: Result[Any], axes: Any) -> Any:
        """Draw a result."""


def show_results_by(views: Views) -> None:
    """Let all results show themselves by views.

    The doors do so once: what is shown comes after results, which therefore cannot import it.
    """
    Result._views = views


class Result(ABC, Generic[Row]):
    """The base of results: it iterates over its rows, and shows itself by its views."""

    _views: ClassVar[Views]

    @property
    @abstractmethod
    def rows(self) -> Sequence[Row]:
        """The rows of the result, in its order."""

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return self._views.lines(self)

    def _repr_html_(self) -> str:
        """Return the result for a notebook: what matters most, and the rest folded, in 8 kB."""
        return self._views.html(self)

    def to_pandas(self) -> pd.DataFrame:
        """Return the result's records as a frame of pandas.

        It has the columns of the command line's CSV. Where each record is a class, each
        quasi-identifier has a column more, with the values as they are in the relation.
        """
        return pandas_frame(self._views.record_columns(self))

    def to_latex(self, columns: Sequence[str] | None = None) -> str:
        """Return the records of `to_pandas` as a table of LaTeX, for a paper.

        Metrics stand there by the symbols of papers, with their parameters, so that each is one.
        `columns` are names of `to_pandas`, by default those in which the records differ. The table
        has the rules of the package `booktabs`. Raises SpecError for an unknown column.
        """
        return self._views.latex(self, columns)

    def to_polars(self) -> pl.DataFrame:
        """Return the records of `to_pandas` as a frame of polars, which has to be installed."""
        return polars_frame(self._views.record_columns(self))

    def to_arrow(self) -> pa.Table:
        """Return the records of `to_pandas` as an Arrow table; pyarrow has to be installed."""
        return arrow_table(self._views.record_columns(self))

    def relation(self, connection: Connection | None = None) -> Relation:
        """Return the records of `to_pandas` as a relation of a connection of DuckDB.

        The connection is by default DuckDB's own default one, as of `duckdb.sql`.
        """
        return duckdb_relation(self._views.record_columns(self), connection)

    def plot(self, axes: Any = None) -> Any:
        """Draw the result with matplotlib, on its axes or on new ones; return them.

        It comes with `sqlmetrics[plot]`.

        Classes, and scores at level `class`, are drawn by the size of classes. Special uniques are
        drawn by attribute, releases between risk and use, and the scores of a history over time.
        An audit is drawn as what an attacker may believe by epsilon. Combinations and slices have a
        plot, too.

        Raises SpecError for a result that has no plot, and without matplotlib.
        """
        return self._views.plot(self, axes)
