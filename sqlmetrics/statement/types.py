"""The kinds of column types: numbers, dates, truth values and texts."""

from __future__ import annotations

from functools import lru_cache

KINDS = {
    "number": ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT", "FLOAT",
               "DOUBLE", "DECIMAL", "BIGNUM", "VARINT"),
    "date": ("DATE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS", "TIMESTAMPTZ"),
    "truth value": ("BOOLEAN",),
}  # fmt: skip
"""The kinds of types that compare with each other; every other type is text."""


@lru_cache
def kind(type_name: str) -> str | None:
    """Return the kind of a type, as DuckDB names it: number, date, truth value or text; None where the type is not known, or of nothing."""
    name = "" if type_name.endswith("]") else type_name.split("(")[0].split(" ")[0].upper()
    return next((each for each, names in KINDS.items() if name in names), "text") if type_name not in {"", '"NULL"'} else None


def is_numeric(type_name: str) -> bool:
    """Return whether a type, as DuckDB names it, is a number."""
    return type_name.split("(")[0].upper() in {
        "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT",
        "FLOAT", "DOUBLE", "DECIMAL", "BIGNUM", "VARINT",
    }  # fmt: skip
