"""Rows of statements, kept in files in their order, so that none of them is held in Python.

A result with as many rows as the data is kept by the engine that has computed it, and written on,
in any form, by a DuckDB of ours.
"""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlmetrics.engine.copies import copy_rows
from sqlmetrics.engine.duckdb import explain_failures
from sqlmetrics.engine.engine import Engine, batches, fetch, own_engine
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import CONVERTERS
from sqlmetrics.errors import QueryError
from sqlmetrics.spec.limits import Limits
from sqlmetrics.statement.render import render

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TYPES = {int: "bigint", float: "double", bool: "boolean"}
"""DuckDB's types; of other kinds is text."""

FRAME_TYPES = {int: "Int64", float: "Float64", bool: "boolean"}
"""The types of the columns of a frame; of other kinds is text."""

BATCH = 50_000
"""The number of rows that Python sees at a time, of an engine that writes no files."""


@dataclass(frozen=True)
class Store:
    """A DuckDB of ours and its folder, in which rows are kept until it is closed."""

    engine: Engine
    folder: Path

    def new_file(self) -> Path:
        """Return the path of a file that is not there yet."""
        return self.folder / f"rows-{uuid.uuid4().hex[:12]}.parquet"


@dataclass(frozen=True)
class Kept:
    """Rows that are kept: their columns with their kinds, and the files that hold them in order.

    `name` is the name of the relation in messages.
    """

    store: Store
    name: str
    columns: Mapping[str, type]
    files: tuple[Path, ...]

    @property
    def from_sql(self) -> str:
        """The rows, as text of a FROM clause."""
        return f"read_parquet([{', '.join(render('literal', str(file)) for file in self.files)}])"

    def and_then(self, others: Sequence[Kept]) -> Kept:
        """Return these rows with others of the same columns behind them."""
        return Kept(
            self.store, self.name, self.columns, (*self.files, *(file for kept in others for file in kept.files))
        )

    def distinct(self, *columns: str) -> list[tuple[Any, ...]]:
        """Return the distinct values of columns, which are few."""
        names = ", ".join(render("quoted", column) for column in columns)
        return fetch(self.store.engine, f"select distinct {names} from {self.from_sql}", self.name, "write")  # noqa: S608 - quoted

    def number(self, condition: str | None = None) -> int:
        """Return the number of rows, or of the rows that meet a condition in SQL."""
        where = "" if condition is None else f" where {condition}"
        ((number,),) = fetch(self.store.engine, f"select count(*) from {self.from_sql}{where}", self.name, "write")  # noqa: S608 - ours
        return int(number)

    def number_of(self, column: str) -> int:
        """Return the number of distinct values of a column."""
        query = f"select count(distinct {render('quoted', column)}) from {self.from_sql}"  # noqa: S608 - quoted
        ((number,),) = fetch(self.store.engine, query, self.name, "write")
        return int(number)

    def wholes(self, *columns: str, condition: str) -> list[NDArray[np.int64]]:
        """Return columns of whole numbers, of the rows that meet a condition in SQL."""
        import numpy as np

        with explain_failures(f"cannot read the rows of {self.name}"):
            rows = self.store.engine.connection.execute(f"{self.query(columns)} where {condition}").fetchnumpy()
        return [np.asarray(rows[column], dtype=np.int64) for column in columns]

    def query(self, columns: Iterable[str], *, empty_as_null: bool = False) -> str:
        """Return the query of columns with the types of their kinds.

        With `empty_as_null` an empty text is NULL.
        """
        listed = []
        for column in columns:
            name, of_type = render("quoted", column), TYPES.get(self.columns[column], "varchar")
            text = f"cast({name} as {of_type})"
            empty = empty_as_null and of_type == "varchar"
            listed.append(f"nullif({text}, '') as {name}" if empty else f"{text} as {name}")
        return f"select {', '.join(listed)} from {self.from_sql}"  # noqa: S608 - quoted


@contextmanager
def open_store(limits: Limits | None = None, progress: Progress | None = None) -> Iterator[Store]:
    """Open a store of rows, within limits; its files are removed in the end."""
    with own_engine(limits, progress) as engine:
        yield Store(engine, _folder(engine))


def keep_rows(
    store: Store, engine: Engine, sql: str, name: str, columns: Mapping[str, type], step: str = "score"
) -> Kept:
    """Run a statement and keep its rows.

    A DuckDB of ours writes the rows itself; other engines give them by batches. Raises QueryError
    where the engine fails, and for a number that is not finite.
    """
    with engine.progress.step(step, name, numbered=True):
        if engine.own and engine.dialect.writes_files:
            file = store.new_file()
            beside = _folder(engine) / file.name
            copy_rows(engine, sql, beside, "parquet", name, step)
            shutil.move(beside, file)
            kept = Kept(store, name, columns, (file,))
        else:
            kept = keep_batches(store, batches(engine, sql, name, BATCH), name, columns)
        _check_finite(kept)
    return kept


def keep_batches(
    store: Store, parts: Iterable[Sequence[Sequence[Any]]], name: str, columns: Mapping[str, type]
) -> Kept:
    """Keep rows that Python has, batch by batch."""
    files = [_batch_file(store, rows, name, columns) for rows in parts if rows]
    return Kept(store, name, columns, tuple(files or [_batch_file(store, (), name, columns)]))


def _batch_file(store: Store, rows: Sequence[Sequence[Any]], name: str, columns: Mapping[str, type]) -> Path:
    """Write a batch of rows to a file of the store."""
    import pandas as pd

    file, frame = store.new_file(), f"batch_{uuid.uuid4().hex[:12]}"
    table = pd.DataFrame(rows, columns=list(columns), dtype=object)
    for column, kind in columns.items():
        table[column] = pd.Series(_converted(table[column], kind), dtype=FRAME_TYPES.get(kind, "string"))
    store.engine.connection.register(frame, table)
    typed = ", ".join(
        f"cast({render('quoted', column)} as {TYPES.get(kind, 'varchar')}) as {render('quoted', column)}"
        for column, kind in columns.items()
    )
    copy_rows(store.engine, f"select {typed} from {frame}", file, "parquet", name, "write")  # noqa: S608 - quoted
    store.engine.connection.unregister(frame)
    return file


def _converted(values: Iterable[Any], kind: type) -> list[Any]:
    """Return a driver's values as values of a kind."""
    convert = CONVERTERS.get(kind, str)
    return [None if value is None else convert(value) for value in values]


def _check_finite(kept: Kept) -> None:
    """Raise QueryError where a number is infinite or none."""
    numbers = [render("quoted", column) for column, kind in kept.columns.items() if kind is float]
    if numbers and kept.number(" or ".join(f"not isfinite({number})" for number in numbers)):
        raise QueryError(f"a score of {kept.name} is not a finite number; look for infinities and NaN in its columns")


def _folder(engine: Engine) -> Path:
    """Return the folder that a DuckDB of ours spills to."""
    with explain_failures("cannot tell where DuckDB spills to"):
        ((folder,),) = engine.connection.execute("select current_setting('temp_directory')").fetchall()
    return Path(folder)
