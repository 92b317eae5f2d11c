"""Frames that DuckDB refuses for one of their columns: it is mended, or left out by name."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from sqlmetrics.engine.reading.reading import remark, warn_of

AS_TEXTS = ("interval", "period")
"""The beginnings of the types of pandas whose values are read as their texts."""

TRIED = "sqlmetrics_tried"
"""The name of a part of a frame that is tried."""


def registered_frame(connection: Any, name: str, frame: Any) -> bool:
    """Register a frame without the columns that DuckDB cannot read, and return whether that works.

    Intervals and periods of pandas are read as their texts, sparse columns as dense ones; each
    other column that is refused is told by its name and type.
    """
    columns = [*(frame.column_names if hasattr(frame, "column_names") else getattr(frame, "columns", ()))]
    if not columns or len(set(map(str, columns))) < len(columns):
        return False
    refused = [column for column in columns if not _takes(connection, _part(frame, [column]))]
    mended = {column: values for column in refused if (values := _mended(frame, column)) is not None}
    kept = [column for column in columns if column not in refused or column in mended]
    if not refused or not kept:
        return False
    part = _part(frame, kept)
    if mended:
        part = part.assign(**{str(column): values for column, values in mended.items()})
    connection.register(name, part)
    for column in refused:
        if column not in mended:
            warn_of(remark("left_out_column", column=str(column), type=_type(frame, column)))
    return True


def _part(frame: Any, columns: Sequence[Any]) -> Any:
    """Return some columns of a frame."""
    return frame.select(columns) if hasattr(frame, "select") else frame[columns]


def _type(frame: Any, column: Any) -> str:
    """Return the type of a column, as its library names it."""
    return str(frame.schema.field(column).type if hasattr(frame, "column_names") else frame[column].dtype)


def _mended(frame: Any, column: Any) -> Any:
    """Return a column of pandas as DuckDB reads it, None for another."""
    if not hasattr(frame, "assign"):
        return None
    values = frame[column]
    categories = getattr(values.dtype, "categories", None)
    of_type = str(values.dtype if categories is None else categories.dtype).lower()
    if of_type.startswith(AS_TEXTS):
        return values.astype("object").map(str, na_action="ignore").where(values.notna(), None)
    return values.sparse.to_dense() if of_type.startswith("sparse") else None


def _takes(connection: Any, part: Any) -> bool:
    """Return whether DuckDB registers and describes a part of a frame."""
    try:
        connection.register(TRIED, part)
        connection.execute(f"describe select * from {TRIED}").fetchall()  # noqa: S608 - a name of ours
    except Exception:
        return False
    finally:
        with suppress(Exception):
            connection.unregister(TRIED)
    return True
