"""The word `by` of a spec: the columns of slices, with what is said of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from sqlmetrics.spec.fields import TEXT, Schema, Shorthand, listed, or_one

SliceForm = Literal["public", "month", "year"]
"""What is said of a column of slices: the part of its dates, or that values may be shown."""


def _slices(value: Any) -> Any:
    """Return columns of slices with what is said of each. Raises ValueError for one named twice."""
    forms: dict[Any, Any] = {}
    for entry in [] if value is None else listed(value):
        own = {entry: []} if isinstance(entry, str) else entry
        if not isinstance(own, Mapping):
            raise ValueError("write a column, or COLUMN: month, year or public")
        for column, said in own.items():
            if column in forms:
                raise ValueError(f"column '{column}' is there twice")
            forms[column] = [] if said is None else listed(said)
            if {"month", "year"} <= {*map(str, forms[column])}:
                raise ValueError(f"column '{column}' is there by month and by year; choose one")
    return forms


def _slice_schemas(own: Schema) -> list[Schema]:
    """Return the forms of `by`: a column, columns with what is said of each, or a list of both."""
    said = own["additionalProperties"]
    columns = {**own, "additionalProperties": {"anyOf": or_one(said)}}
    return [TEXT, columns, {"type": "array", "items": {"anyOf": [TEXT, columns]}}]


Slices = Annotated[dict[str, list[SliceForm]], Shorthand(_slices, _slice_schemas)]
"""Columns of slices, with what is said of each; written as one, a list or a mapping."""
