"""A temporary table of DuckDB whose columns take the types of the rows that are added to it."""

from __future__ import annotations

import math
import uuid
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any

from sqlmetrics.engine.reading.look import distinct
from sqlmetrics.statement.render import render

TYPES = {bool: "BOOLEAN", int: "BIGINT", float: "DOUBLE", date: "DATE", datetime: "TIMESTAMP", bytes: "BLOB"}
"""The types of columns by their values' types; every other value is a text."""

WIDER = {frozenset({"BIGINT", "DOUBLE"}): "DOUBLE", frozenset({"DATE", "TIMESTAMP"}): "TIMESTAMP"}
"""The types of columns that hold values of two types; of others these are texts."""

EXACT = 2**53
"""The whole number from which on a floating one does not warn_of each."""


class TypedTable:
    """A table that grows: its columns, each of the type that all values so far have.

    A column without a value has no type yet. A name that is empty stands for a column without one,
    which is left out where it holds nothing.
    """

    def __init__(self, connection: Any, name: str, columns: Sequence[str]) -> None:
        self._connection, self._name = connection, name
        self._unnamed = [not column.strip() for column in columns]
        self._columns = [render("quoted", column) for column in distinct(columns)]
        self._types: list[str | None] = [None for _ in columns]
        listed = ", ".join(f"{column} boolean" for column in self._columns)
        connection.execute(f"create temporary table {name} ({listed})")

    def add(self, rows: Sequence[Sequence[Any]]) -> None:
        """Add rows, whose values are plain; None, NaN and NaT stand for NULL."""
        import pandas as pd

        held = [[None if value is None or value != value else value for value in values] for values in zip(*rows)]  # noqa: B905 - NaN
        for place, values in enumerate(held):
            self._widen(place, _wider([self._types[place], *map(_type_of, _of_each_type(values))]))
        batch = f"{self._name}_{uuid.uuid4().hex[:12]}"
        frame = {f"c{place}": _series(values, self._types[place]) for place, values in enumerate(held)}
        self._connection.register(batch, pd.DataFrame(frame, copy=False))
        listed = ", ".join(f"c{place}::{of_type or 'boolean'}" for place, of_type in enumerate(self._types))
        self._connection.execute(f"insert into {self._name} select {listed} from {batch}")  # noqa: S608 - ours
        self._connection.unregister(batch)

    def finish(self) -> None:
        """Make columns of whole numbers such, and leave out columns with neither name nor value."""
        numbers = [place for place, of_type in enumerate(self._types) if of_type == "DOUBLE"]
        if numbers:
            tests = ", ".join(
                f"count_if({column} <> trunc({column}) or abs({column}) >= {EXACT})"
                for column in (self._columns[place] for place in numbers)
            )
            (row,) = self._connection.execute(f"select {tests} from {self._name}").fetchall()  # noqa: S608 - quoted
            for place, other in zip(numbers, row, strict=True):
                if not other:
                    self._widen(place, "BIGINT")
        empty = [unnamed and of_type is None for unnamed, of_type in zip(self._unnamed, self._types, strict=True)]
        for column, is_empty in zip(self._columns, empty, strict=True):
            if is_empty and not all(empty):
                self._connection.execute(f"alter table {self._name} drop column {column}")
        for place, of_type in enumerate(self._types):
            if of_type is None and not empty[place]:
                self._widen(place, "VARCHAR")

    def _widen(self, place: int, of_type: str | None) -> None:
        """Give a column another type, to which its values so far are converted."""
        column, before = self._columns[place], self._types[place]
        if of_type is None or of_type == before:
            return
        value = f"{column}::{of_type}"
        if before is None:
            value = "null"
        elif before == "DOUBLE" and of_type == "VARCHAR":
            value = f"case when {column} = trunc({column}) and abs({column}) < {EXACT} then {column}::bigint::varchar"
            value += f" else {column}::varchar end"
        self._connection.execute(f"alter table {self._name} alter {column} type {of_type} using {value}")
        self._types[place] = of_type


def _of_each_type(values: Iterable[Any]) -> Iterable[Any]:
    """Return a value of each type, and the whole numbers of the largest size."""
    found: dict[type, Any] = {}
    for value in values:
        of_type = type(value)
        if of_type not in found or (of_type is int and abs(value) > abs(found[int])):
            found[of_type] = value
    return found.values()


def _type_of(value: Any) -> str | None:
    """Return the type of a column that holds a value alone, None for NULL."""
    if value is None:
        return None
    named = next((one for kind, one in TYPES.items() if type(value) is kind), None)
    if named is None and isinstance(value, datetime):
        named = "TIMESTAMP"
    return "VARCHAR" if named is None or (named == "BIGINT" and abs(value) >= 2**63) else named


def _wider(types: Iterable[str | None]) -> str | None:
    """Return the type of a column that holds values of all types; None for no value."""
    found = frozenset(one for one in types if one is not None)
    if len(found) < 2:
        return next(iter(found), None)
    return WIDER.get(found, "VARCHAR")


def _series(values: list[Any], of_type: str | None) -> Any:
    """Return values as a column of a frame, which DuckDB reads as their type."""
    import numpy as np
    import pandas as pd

    if of_type == "BIGINT":
        return pd.array(values, dtype="Int64")
    if of_type == "DOUBLE":
        return np.array([math.nan if value is None else value for value in values], dtype="float64")
    if of_type in {"BOOLEAN", None}:
        return pd.array(values, dtype="boolean")
    if of_type in {"DATE", "TIMESTAMP"}:
        return np.array(values, dtype="datetime64[us]")
    if of_type == "BLOB":
        return pd.Series(values, dtype="object")
    return pd.Series([None if value is None else plain_text(value) for value in values], dtype="object")


def plain_text(value: Any) -> str:
    """Return a value as DuckDB writes it, a whole number without a decimal point."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer() and abs(value) < EXACT:
        return str(int(value))
    if isinstance(value, datetime):
        return value.isoformat(" ")
    return value.decode(errors="backslashreplace") if isinstance(value, bytes) else str(value)
