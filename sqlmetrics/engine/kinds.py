"""The kinds of columns by their types or values, and the columns that number rows.

These are no attribute of anybody: the index that pandas wrote, by the file's own metadata, and
whole numbers that tell almost every record apart and leave few gaps. An attack that knows them
knows nothing of a person.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from glob import escape
from pathlib import Path
from typing import Any

from sqlmetrics.engine.comparison import Compared, Comparison
from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.files.listing import files_of, reader
from sqlmetrics.lakes.opened import lake_table
from sqlmetrics.spec.place import bare
from sqlmetrics.statement.render import render
from sqlmetrics.statement.types import Kind, kind
from sqlmetrics.text import joined

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


SAMPLED_RECORDS = 10_000
"""The records that are looked at before any column is counted whole."""

FEWEST_RECORDS = 20
"""The fewest records whose distinct values tell anything."""

NEAR_UNIQUE = 0.95
"""The distinct values per record from which a column tells almost every record apart."""

WIDEST = 10
"""The most whole numbers, for each record, between the least and the greatest of row numbers."""

INDEX = re.compile(r"__index_level_\d+__")
"""The name that pandas gives an index without one."""


def row_numbers(comparison: Comparison, *, wanted: Sequence[str]) -> tuple[str, ...]:
    """Return the columns of an original that number its rows, but for the wanted ones.

    They are no attributes of anybody, so no attack, distance or measure of utility uses them. Where
    no other column is left, there is none.
    """
    original, engine = comparison.original, comparison.engine
    names = [name for name in original.column_names if name not in wanted]
    indexed = index_columns(engine, bare(original.given), original.name)
    indexed |= {name for name in names if INDEX.fullmatch(name)}
    rest = [name for name in names if name not in indexed]
    of_kind = dict(zip(rest, column_kinds(engine, original, rest), strict=True)) if rest else {}
    numbers = {name for name in rest if of_kind[name] == "number" and _is_numbering(engine, original.from_sql, name)}
    found = tuple(name for name in names if name in indexed | numbers)
    return found if len(found) < len(names) else ()


def left_out_note(numbers: Sequence[str], remedy: str) -> tuple[str, ...]:
    """Return the note on columns that number rows, if there are any, with what brings them back."""
    if not numbers:
        return ()
    verb = "numbers rows and is" if len(numbers) == 1 else "number rows and are"
    return (f"{joined(numbers)} {verb} left out: {remedy}",)


def index_columns(engine: Engine, relation: Any, name: str) -> set[str]:
    """Return the columns that pandas wrote as an index, by the metadata of a file or of a table."""
    schema = getattr(relation, "schema", None)
    metadata = getattr(schema, "metadata", None)
    if isinstance(metadata, dict):
        return _index_of(metadata.get(b"pandas"))
    if not isinstance(relation, str | Path) or not engine.dialect.local_files:
        return set()
    text = str(relation)
    if engine.files is not None and not engine.files.loose and lake_table(text) is not None:
        return set()
    if reader(text) != "read_parquet" and not Path(text).is_dir():
        return set()
    files = files_of(text)[:1]
    if not files or reader(files[0].name) != "read_parquet":
        return set()
    path = render("literal", escape(str(files[0])))
    query = f"select decode(value) from parquet_kv_metadata({path}) where decode(key) = 'pandas'"  # noqa: S608 - a literal
    return {column for (text,) in fetch(engine, query, name) for column in _index_of(text)}


def _index_of(text: str | bytes | None) -> set[str]:
    """Return the index that pandas' metadata name; one that numbers rows in order is no column."""
    try:
        found = json.loads(text or "{}").get("index_columns", [])
    except (ValueError, AttributeError):
        return set()
    return {entry for entry in found if isinstance(entry, str)}


def _is_numbering(engine: Engine, from_sql: str, column: str) -> bool:
    """Return whether whole numbers of a column tell almost all records apart, with few gaps.

    Some records are looked at before all are.
    """
    limit = render("row_limit", SAMPLED_RECORDS, dialect=engine.dialect) if engine.dialect.unordered_limit else ""
    for part in (limit, "") if limit else ("",):
        query = render("row_numbering", from_sql, column, part, dialect=engine.dialect)
        ((held, distinct, whole, least, most),) = fetch(engine, query, column)
        if held < FEWEST_RECORDS or whole < held or distinct < NEAR_UNIQUE * held:
            return False
    return bool(float(most) - float(least) <= WIDEST * held)
