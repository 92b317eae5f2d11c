"""Values of claims: what kind of column holds them, and as what text a statement reads them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NamedTuple

from sqlmetrics.engine.comparison import Compared
from sqlmetrics.engine.kinds import is_null
from sqlmetrics.errors import SpecError
from sqlmetrics.statement.types import kind

CLAIMED_KINDS: Mapping[str | None, str] = {"number": "number", "date": "moment", "truth value": "truth", "text": "text"}
"""What claims call the kinds of columns."""

IN_WORDS = {"text": "a text", "number": "a number", "integer": "a number", "moment": "a date", "truth": "a truth value"}
"""What a value of each kind is called in a message."""

WIDE = 2**53
"""Whole numbers up to this are exact in double precision."""


class ClaimColumn(NamedTuple):
    """A column of claims and the kind of its values: text, number, integer (wider than a double), moment or truth."""

    name: str
    kind: str


def column_of(relations: Sequence[Compared], name: str, values: Sequence[Any]) -> ClaimColumn:
    """Return a column with the kind that its values compare as. Raises SpecError where they do not fit it or each other."""
    held = [CLAIMED_KINDS.get(kind(relation.type_of(name))) for relation in relations]
    kinds = {_kind(value, name) for value in values} - {None}
    if "integer" in kinds and kinds <= {"integer", "number"}:
        kinds = {"integer"} if all(isinstance(value, int) for value in values if value is not None) else {"number"}
    if "moment" in held and kinds == {"text"} and all(value is None or _is_moment(value) for value in values):
        kinds = {"moment"}
    if len(kinds) > 1:
        raise SpecError(f"claims about '{name}' have values of several kinds: {', '.join(sorted(map(str, kinds)))}")
    meant = next((each for each in (*kinds, *held) if each is not None), "text")
    for relation, of_it in zip(relations, held, strict=True):
        if of_it is not None and meant != of_it and not (meant == "integer" and of_it == "number"):
            column = f"column '{name}' of {relation.name} is {IN_WORDS[of_it]} ({relation.type_of(name)})"
            raise SpecError(f"{column}, but a claim's value is {IN_WORDS[meant]}; claim values of the column's type")
    return ClaimColumn(name, meant)


def _kind(value: Any, name: str) -> str | None:
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
        if not math.isfinite(value):
            raise SpecError(f"a claim about '{name}' holds {value}; an infinite number is not claimed")
        return "number"
    if isinstance(value, date | datetime):
        return "moment"
    raise SpecError(f"a claim about '{name}' holds a {type(value).__name__}; give texts, numbers, dates, truth values or None")


def _is_moment(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def as_texts(relations: Sequence[Compared], name: str, values: Sequence[Any]) -> tuple[ClaimColumn, list[str | None]]:
    """Return a column, and its claimed values as texts; each value of a type is made one once."""
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
    if column.kind == "moment":
        moment = datetime.fromisoformat(value) if isinstance(value, str) else value
        if not isinstance(moment, datetime):
            moment = datetime(moment.year, moment.month, moment.day)
        return moment.replace(tzinfo=None).isoformat(" ", "microseconds")
    if column.kind == "truth":
        return "1" if value else "0"
    if column.kind == "number" and (type(value) is not int or abs(value) > WIDE):
        return repr(float(value))
    return str(value)
