"""The types of columns and their kinds, and the errors for columns that do not fit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from sqlmetrics.errors import ColumnsError, MissingColumnError, SpecError
from sqlmetrics.files.listing import reader
from sqlmetrics.spec.partition import Partition
from sqlmetrics.text import printable

Kind = Literal["text", "number", "date", "truth"]
"""The kinds of values, which compare within a kind; a date may have a time of day."""

KIND_NAMES: dict[Kind, str] = {"text": "a text", "number": "a number", "date": "a date", "truth": "a truth value"}
"""The name of a value of each kind in messages."""

WHOLE = (
    *("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT"),
    *("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT"),
)
"""The types of whole numbers, as DuckDB names them."""

TYPES: dict[Kind, tuple[str, ...]] = {
    "number": (
        *WHOLE,
        *("FLOAT", "DOUBLE", "DECIMAL", "BIGNUM", "VARINT"),
    ),
    "date": ("DATE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS", "TIMESTAMPTZ"),
    "truth": ("BOOLEAN",),
}
"""The types of each kind, as DuckDB names them; every other type is text."""


def type_words(type_name: str) -> str:
    """Return the name of a type for messages; an enum's has no values."""
    return re.sub(r"ENUM\s?\(.*\)", "ENUM", type_name, flags=re.DOTALL)


@lru_cache
def kind(type_name: str) -> Kind | None:
    """Return the kind of a type, as DuckDB names it; None for an unknown type, or NULL's."""
    if type_name in {"", '"NULL"'}:
        return None
    name = "" if type_name.endswith("]") else type_name.split("(")[0].split(" ")[0].upper()
    return next((kind for kind, names in TYPES.items() if name in names), "text")


def is_whole(type_name: str) -> bool:
    """Return whether a type, as DuckDB names it, is one of whole numbers."""
    return type_name.upper() in WHOLE


def check_cut_type(partition: Partition, column: str, type_name: str, relation: str) -> None:
    """Raise SpecError where a partition cuts a column of a known type other than a number."""
    if (partition.intervals or partition.grid is not None) and kind(type_name) not in {"number", None}:
        cut = "intervals need" if partition.intervals else "a grid needs"
        raise SpecError(
            f"partition of '{partition.column}': {cut} a column of numbers,"
            f" and '{column}' of {relation} is {type_words(type_name)}; map its values instead, or cast it in a view"
        )


def check_text_type(column: str, type_name: str, relation: str) -> None:
    """Raise SpecError where words are asked of a column of a known type other than a text."""
    if kind(type_name) not in {"text", None}:
        raise SpecError(
            f"`text`: words are in a column of texts, and '{column}' of {relation} is {type_words(type_name)}; name"
            " another column, or cast it in a view"
        )


def check_weight(column: str, type_name: str, relation: str) -> None:
    """Raise SpecError where a column of survey weights has a known type other than a number."""
    if kind(type_name) not in {"number", None}:
        raise SpecError(
            f"`weight` is a column of numbers, and '{column}' of {relation} is {type_words(type_name)};"
            " name another column, or cast it in a view"
        )


def check_slice_type(column: str, part: str | None, type_name: str, relation: str) -> None:
    """Raise SpecError where the values of a column are no slices, or have no `part` of dates."""
    if type_name.endswith("]") or type_name.upper().startswith(("STRUCT", "MAP", "UNION")):
        raise SpecError(
            f"a slice is one value, and '{column}' of {relation} holds several in each ({type_words(type_name)}); name"
            " another column in `by`, or make a column of single values in a view"
        )
    if part is not None and kind(type_name) in {"number", "truth"}:
        raise SpecError(
            f"`by` has a {part} of dates alone, and '{column}' of {relation} is {type_words(type_name)}; leave `{part}`"
            " out, or cast it in a view"
        )


def missing_column(relation: str, column: str, columns: Iterable[str]) -> SpecError:
    """Return the error for a column that a relation lacks, with the nearest names."""
    names = list(columns)
    parts = [part.strip() for part in column.split(",")]
    if len(parts) > 1 and all(part in names for part in parts):
        return ColumnsError(f"{relation} has no column '{column}'; name each column by itself", column, tuple(parts))
    doubt = one_column(relation, len(names))
    message = f"{relation} has no column '{printable(column)}'"
    more = doubt and f". {doubt}"
    return MissingColumnError(message, column, map(printable, names), relation, what="its columns", more=more)


def one_column(relation: str, columns: int) -> str:
    """Return the doubt about a file of text in which one column is found, or an empty text."""
    if columns != 1 or reader(relation.partition(" where ")[0]) != "read_csv":
        return ""
    return (
        f"{relation} has one column: is the separator right, and is each quote closed?"
        " Commas, semicolons, bars and tabs are recognised; name another mark as `separator`"
    )
