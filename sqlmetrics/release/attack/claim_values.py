"""Values of claims: the kinds of their columns, and their texts in a statement."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal, NamedTuple

from sqlmetrics.engine.comparison import Compared
from sqlmetrics.engine.kinds import is_null
from sqlmetrics.errors import SpecError
from sqlmetrics.statement.types import KIND_NAMES, Kind, kind

ClaimKind = Kind | Literal["integer"]
"""The kinds of claimed values; an integer is wider than a double holds."""

WIDE = 2**53
"""Whole numbers up to this are exact in double precision."""


class ClaimColumn(NamedTuple):
    """A column of claims and the kind of its values."""

    name: str
    kind: ClaimKind


def column_of(relations: Sequence[Compared], name: str, values: Sequence[Any]) -> ClaimColumn:
    """Return a column with the kind that its values compare as.

    Raises SpecError where they do not fit it or each other.
    """
    held = [kind(relation.type_of(name)) for relation in relations]
    claimed: set[ClaimKind] = {of_value for value in values if (of_value := _kind(value, name)) is not None}
    if "integer" in claimed and claimed <= {"integer", "number"}:
        claimed = {"integer"} if all(isinstance(value, int) for value in values if value is not None) else {"number"}
    if "date" in held and claimed == {"text"} and all(value is None or _is_date(value) for value in values):
        claimed = {"date"}
    if len(claimed) > 1:
        raise SpecError(f"claims about '{name}' have values of several kinds: {', '.join(sorted(claimed))}")
    meant: ClaimKind = next((of_kind for of_kind in (*claimed, *held) if of_kind is not None), "text")
    for relation, own in zip(relations, held, strict=True):
        if own is not None and meant != own and not (meant == "integer" and own == "number"):
            column = f"column '{name}' of {relation.name} is {KIND_NAMES[own]} ({relation.type_of(name)})"
            value = KIND_NAMES["number" if meant == "integer" else meant]
            raise SpecError(f"{column}, but a claim's value is {value}; claim values of the column's type")
    return ClaimColumn(name, meant)


def _kind(value: Any, name: str) -> ClaimKind | None:
    """Return the kind of a claim's value, None for NULL."""
    if isinstance(value, str):
        return "text"
    if isinstance(value, bool):
        return "truth"
    if isinstance(value, int):
        return "integer" if abs(value) > WIDE else "number"
    if is_null(value):
        return None
    if isinstance(value, float | Decimal):
        return "number"
    if isinstance(value, date | datetime):
        return "date"
    raise SpecError(
        f"a claim about '{name}' holds a value of type {type(value).__name__}; give texts, numbers, dates, truth values"
        " or None"
    )


def _is_date(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def as_texts(relations: Sequence[Compared], name: str, values: Sequence[Any]) -> tuple[ClaimColumn, list[str | None]]:
    """Return a column and its claimed values as texts; equal values of a type share a text."""
    alike = len(set(map(type, values))) == 1
    keys = values if alike else list(zip(map(type, values), values, strict=True))  # 1, 1.0 and True are equal
    try:
        once = list(dict.fromkeys(keys))
    except TypeError:  # what cannot be hashed cannot be claimed, as the column's kind says
        once = list(keys)
    distinct = once if alike else [value for _, value in once]
    column = column_of(relations, name, distinct)
    texts = {key: as_claimed(value, column) for key, value in zip(once, distinct, strict=True)}
    return column, [texts[key] for key in keys]


def as_claimed(value: Any, column: ClaimColumn) -> str | None:
    """Return a claim's value as the text that a statement reads it from, None for NULL."""
    if is_null(value):
        return None
    if column.kind == "date":
        moment = datetime.fromisoformat(value) if isinstance(value, str) else value
        if not isinstance(moment, datetime):
            moment = datetime(moment.year, moment.month, moment.day)
        return moment.replace(tzinfo=None).isoformat(" ", "microseconds")
    if column.kind == "truth":
        return "1" if value else "0"
    if column.kind == "number" and (type(value) is not int or abs(value) > WIDE):
        return double_text(float(value))
    return str(value)


def double_text(number: float) -> str:
    """Return a number as the text that a statement reads it from."""
    return repr(number) if math.isfinite(number) else "Infinity" if number > 0 else "-Infinity"
