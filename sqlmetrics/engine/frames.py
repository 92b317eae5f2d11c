"""Rows with names as frames of pandas and polars, as Arrow tables and as relations of DuckDB."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

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

Kind = TypeVar("Kind")


def fitting(values: Sequence[int | None], kinds: Sequence[tuple[int, int, Kind]]) -> Kind:
    """Return the first kind between whose least and greatest number all values are, or the last."""
    known = [value for value in values if value is not None]
    least, greatest = min(known, default=0), max(known, default=0)
    return next((kind for low, high, kind in kinds if low <= least and greatest <= high), kinds[-1][2])


BITS_64, BITS_128 = (-(1 << 63), (1 << 63) - 1), (-(1 << 127), (1 << 127) - 1)
"""The least and the greatest whole number of a size."""

UNSIGNED_128 = (0, (1 << 128) - 1)
DIGITS_38 = (1 - 10**38, 10**38 - 1)
DIGITS_76 = (1 - 10**76, 10**76 - 1)


def pandas_frame(columns: Columns) -> pd.DataFrame:
    """Return columns as a frame of pandas: whole numbers stay whole beside values that lack."""
    import pandas as pd

    return pd.DataFrame({name: _series(kind, values) for name, (kind, values) in columns.items()})


def _series(kind: type, values: Sequence[Any]) -> pd.Series[Any]:
    import pandas as pd

    lacking = any(value is None for value in values)
    whole = WHOLE_OR_NONE if lacking else WHOLE
    types: dict[type, Any] = {
        int: fitting(values, [(*BITS_64, whole), (*DIGITS_76, "object")]) if kind is int else whole,
        float: "float64",
        bool: "boolean" if lacking else "bool",
    }
    return pd.Series(list(values), dtype=types.get(kind, "object" if kind is not str else None))


def polars_frame(columns: Columns) -> pl.DataFrame:
    """Return columns as a frame of polars. Raises SpecError where it is not installed."""
    _check_installed("polars", "frames of polars")
    import polars as pl

    types: dict[type, Any] = {float: pl.Float64, bool: pl.Boolean, str: pl.String, date: pl.Date, datetime: pl.Datetime}
    whole = [(*BITS_64, pl.Int64), (*BITS_128, pl.Int128), (*UNSIGNED_128, pl.UInt128)]
    return pl.DataFrame(
        {name: list(values) for name, (_, values) in columns.items()},
        schema={
            name: fitting(values, whole) if kind is int else types[kind] for name, (kind, values) in columns.items()
        },
    )


def arrow_table(columns: Columns) -> pa.Table:
    """Return columns as an Arrow table. Raises SpecError where pyarrow is not installed."""
    _check_installed("pyarrow", "Arrow tables")
    import pyarrow as pa

    types: dict[type, Any] = {float: pa.float64(), bool: pa.bool_(), str: pa.string()}
    types |= {date: pa.date32(), datetime: pa.timestamp("us")}
    whole = [(*BITS_64, pa.int64()), (*DIGITS_38, pa.decimal128(38)), (*DIGITS_76, pa.decimal256(76))]
    return pa.table(
        {
            name: pa.array(list(values), fitting(values, whole) if kind is int else types[kind])
            for name, (kind, values) in columns.items()
        }
    )


def duckdb_relation(columns: Columns, connection: Connection | None) -> Relation:
    """Return columns as a relation of a connection, by default DuckDB's own default one."""
    import duckdb

    types: dict[type, str] = {float: "double", bool: "boolean", date: "date", datetime: "timestamp"}
    whole = [(*BITS_64, "bigint"), (*BITS_128, "hugeint"), (*UNSIGNED_128, "uhugeint")]
    frame = pandas_frame(columns)
    frame.columns = [f"column_{place}" for place in range(len(columns))]
    names = [
        f"""cast(column_{place} as {fitting(values, whole) if kind is int else types.get(kind, "varchar")})"""
        f''' as "{name.replace('"', '""')}"'''
        for place, (name, (kind, values)) in enumerate(columns.items())
    ]
    return (connection or duckdb.default_connection()).from_df(frame).project(", ".join(names))


def _check_installed(package: str, what: str) -> None:
    """Raise SpecError where a package is missing that a caller may install."""
    if find_spec(package) is None:
        raise SpecError(f"{what} need {package}, which is not installed: pip install {package}")
