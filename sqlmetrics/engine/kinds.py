"""The kinds of columns by their types or values: texts, numbers, dates or truth values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from sqlmetrics.engine.comparison import Compared
from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.statement.render import render
from sqlmetrics.statement.types import Kind, kind

PLAIN = frozenset({str, int, bool, type(None)})
"""The types of values that never stand for NULL, but for None."""


def is_null(value: Any) -> bool:
    """Return whether a value stands for NULL: None, NaN, NaT or NA."""
    if type(value) in PLAIN:
        return value is None
    return (isinstance(value, float | Decimal) and math.isnan(value)) or type(value).__name__ in {"NaTType", "NAType"}


def without_nulls(row: Sequence[Any]) -> tuple[Any, ...]:
    """Return a row with None for every value that stands for NULL."""
    return tuple(row) if PLAIN.issuperset(map(type, row)) else tuple(None if is_null(value) else value for value in row)


def column_kinds(engine: Engine, relation: Compared, names: Sequence[str]) -> list[Kind]:
    """Return the kinds of columns, by their types.

    Where an engine does not tell the types, a thousand rows tell the kinds. Columns of relations
    that are not opened are texts.
    """
    known = [of_type for name in names if (of_type := kind(relation.type_of(name))) is not None]
    if len(known) == len(names):
        return known
    if engine.connection is None:
        return ["text" for _ in names]
    quoted = ", ".join(render("quoted", name, dialect=engine.dialect) for name in names)
    limit = render("row_limit", 1000, dialect=engine.dialect) if engine.dialect.unordered_limit else ""
    rows = fetch(engine, f"select {quoted} from {relation.from_sql} source {limit}", relation.name)  # noqa: S608 - quoted
    return [_kind_of_values([row[place] for row in rows]) for place in range(len(names))]


def _kind_of_values(values: Sequence[Any]) -> Kind:
    """Return the kind of some of a column's values."""
    held = [value for value in values if not is_null(value)]
    if held and all(isinstance(value, bool) for value in held):
        return "truth"
    if held and all(isinstance(value, int | float | Decimal) for value in held):
        return "number"
    return "date" if held and all(isinstance(value, date) for value in held) else "text"
