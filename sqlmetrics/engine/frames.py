"""Rows with names as frames of pandas and polars, as Arrow tables and as relations of DuckDB."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlmetrics.engine.duckdb import Connection
from sqlmetrics.errors import SpecError

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa
    from duckdb import DuckDBPyRelation

Relation: TypeAlias = "DuckDBPyRelation"
"""A relation of DuckDB."""

Columns = Mapping[str, tuple[type, Sequence[Any]]]
"""Columns by their names, each with the kind of its values, which may be None."""

WHOLE, WHOLE_OR_NONE = "int64", "Int64"
"""The types of whole numbers in a frame of pandas."""


def pandas_frame(columns: Columns) -> pd.DataFrame:
    """Return columns as a frame of pandas: whole numbers stay whole beside values that lack."""
    import pandas as pd

    return pd.DataFrame({name: _series(kind, values) for name, (kind, values) in columns.items()})


def _series(kind: type, values: Sequence[Any]) -> pd.Series[Any]:
    import pandas as pd

    lacking = any(value is None for value in values)
    types: dict[type, Any] = {
        int: WHOLE_OR_NONE if lacking else WHOLE,
        float: "float64",
        bool: "boolean" if lacking else "bool",
    }
    large = kind is int and any(value is not None and abs(value) >= 1 << 63 for value in values)
    return pd.Series(list(values), dtype="object" if large else types.get(kind, "object" if kind is not str else None))


def polars_frame(columns: Columns) -> pl.DataFrame:
    """Return columns as a frame of polars. Raises SpecError where it is not installed."""
    check_installed("polars", "frames of polars")
    import polars as pl

    types: dict[type, Any] = {int: pl.Int64, float: pl.Float64, bool: pl.Boolean, str: pl.String}
    types |= {date: pl.Date, datetime: pl.Datetime}
    return pl.DataFrame(
        {name: list(values) for name, (_, values) in columns.items()},
        schema={name: types[kind] for name, (kind, _) in columns.items()},
    )


def arrow_table(columns: Columns) -> pa.Table:
    """Return columns as an Arrow table. Raises SpecError where pyarrow is not installed."""
    check_installed("pyarrow", "Arrow tables")
    import pyarrow as pa

    types: dict[type, Any] = {int: pa.int64(), float: pa.float64(), bool: pa.bool_(), str: pa.string()}
    types |= {date: pa.date32(), datetime: pa.timestamp("us")}
    return pa.table({name: pa.array(list(values), types[kind]) for name, (kind, values) in columns.items()})


def duckdb_relation(columns: Columns, connection: Connection | None) -> Relation:
    """Return columns as a relation of a connection, by default DuckDB's own default one."""
    import duckdb

    types: dict[type, str] = {int: "bigint", float: "double", bool: "boolean", date: "date", datetime: "timestamp"}
    frame = pandas_frame(columns)
    frame.columns = [f"column_{place}" for place in range(len(columns))]
    names = [
        f'''cast(column_{place} as {types.get(kind, "varchar")}) as "{name.replace('"', '""')}"'''
        for place, (name, (kind, _)) in enumerate(columns.items())
    ]
    return (connection or duckdb.default_connection()).from_df(frame).project(", ".join(names))


def check_installed(package: str, what: str) -> None:
    """Raise SpecError where a package is missing that a caller may install."""
    if find_spec(package) is None:
        raise SpecError(f"{what} need {package}, which is not installed: pip install {package}")
