"""The rows of a statement, read into a NamedTuple.

`fetch_rows` runs a statement and reads its rows, `fetch_row` its only row, `fetch_number` its only
number; `read_rows` reads rows that are fetched already. Columns are taken in the order of the
fields, and a row of another length is refused.

Values of drivers' own types are made plain here and nowhere else: bytes become text, and numbers
get the type of the field's annotation. NULL is refused unless the annotation has `| None`.

A field may be a NamedTuple itself, or a `tuple[X, ...]` of values or NamedTuples, which takes the
columns that the other fields leave, or as many items as `sizes` says. Without such a field, the
last fields with a default may be missing.

`kinds_of` returns the columns of such rows with their kinds, for rows that are kept or written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.render import render

Row = TypeVar("Row", bound=tuple[Any, ...])

Reader = Callable[[Sequence[Any], int], Any]
"""Returns a field's value from a row and the place of the field's first column."""


class Statement(NamedTuple):
    """A statement that is run or printed: the lines of its comment, and its text in a dialect."""

    about: Sequence[str]
    text: Callable[[Dialect], str]

    def rows(self, engine: Engine, name: str, row_type: type[Row], sizes: Mapping[str, int] | None = None) -> list[Row]:
        """Return all its rows in an engine; see `fetch_rows`."""
        return fetch_rows(engine, self.text(engine.dialect), name, row_type, sizes=sizes)


def macro_statement(macro: str, *arguments: Any, about: Sequence[str]) -> Statement:
    """Return the statement that a macro writes of its arguments."""
    return Statement(about, lambda dialect: render(macro, *arguments, dialect=dialect))


def written_statement(text: str, about: str) -> Statement:
    """Return a statement that a user wrote, which is the same in every dialect."""
    return Statement((about,), lambda _: text)


def fetch_rows(
    engine: Engine,
    sql: str,
    name: str,
    row_type: type[Row],
    step: str = "score",
    *,
    sizes: Mapping[str, int] | None = None,
) -> list[Row]:
    """Return all rows of a statement; `name` and `step` mean what they mean in `fetch`."""
    return read_rows(fetch(engine, sql, name, step), row_type, sizes=sizes)


def fetch_row(
    engine: Engine,
    sql: str,
    name: str,
    row_type: type[Row],
    step: str = "score",
    *,
    sizes: Mapping[str, int] | None = None,
) -> Row:
    """Return the only row of a statement."""
    (row,) = fetch_rows(engine, sql, name, row_type, step, sizes=sizes)
    return row


def fetch_number(engine: Engine, sql: str, name: str, step: str = "score") -> int:
    """Return the whole number that a statement returns as its only value; NULL is 0."""
    ((number,),) = fetch(engine, sql, name, step)
    return int(number or 0)


def read_rows(
    rows: Iterable[Sequence[Any]], row_type: type[Row], *, sizes: Mapping[str, int] | None = None
) -> list[Row]:
    """Return a driver's rows with names and plain values.

    `sizes` has the number of items of each field that is a `tuple[X, ...]`; one field may be left
    out. Raises ValueError for a row of another length, and for NULL in a field without `| None`.
    """
    counts = tuple((sizes or {}).items())
    return [_row_reader(row_type, len(row), counts)(row, 0) for row in rows]


@cache
def kinds_of(row_type: type[tuple[Any, ...]]) -> Mapping[str, type]:
    """Return the columns of a NamedTuple's fields with their kinds: int, float, bool, else str.

    A column has its field's name, without the underscore behind a word of Python's own.
    """
    kinds = {name: _value_kind(kind) for name, kind in get_type_hints(row_type).items()}
    return {name.rstrip("_"): kind if kind in CONVERTERS else str for name, kind in kinds.items()}


def _plain(value: Any) -> Any:
    """Return a value as it is, but bytes as text."""
    return value.decode() if isinstance(value, bytes | bytearray) else value


def _text(value: Any) -> str:
    return value if type(value) is str else str(_plain(value))


CONVERTERS: Mapping[Any, Callable[[Any], Any]] = {str: _text, int: int, float: float, bool: bool}
"""The converters of values, by the annotation of their field; without one only bytes change."""


@cache
def _row_reader(row_type: Any, width: int, sizes: tuple[tuple[str, int], ...] = ()) -> Reader:
    """Return the reader of a row of `width` columns."""
    kinds = get_type_hints(row_type)
    widths = {name: _width(kind, dict(sizes).get(name)) for name, kind in kinds.items()}
    spare = width - sum(columns or 0 for columns in widths.values())
    loose = [name for name, columns in widths.items() if columns is None]
    while spare < 0 and not loose and list(widths)[-1] in row_type._field_defaults:
        spare += widths.popitem()[1] or 0
    if spare < 0 or len(loose) > 1 or (spare and not loose):
        raise ValueError(f"a row of {width} columns is no {row_type.__name__}, whose fields are {', '.join(kinds)}")
    readers: list[tuple[Reader, int]] = []
    place = 0
    for name, columns in widths.items():
        taken = spare if columns is None else columns
        readers.append((_reader(kinds[name], taken, f"{row_type.__name__}.{name}"), place))
        place += taken
    return lambda row, at: row_type(*[read(row, at + first) for read, first in readers])


def _width(kind: Any, size: int | None = None) -> int | None:
    """Return the number of columns of a field, None where it takes all that are left.

    A nested row takes a column for each field without a default.
    """
    if get_origin(kind) is tuple:
        return None if size is None else size * (_width(get_args(kind)[0]) or 1)
    if hasattr(kind, "_fields"):
        return sum(_width(of) or 0 for name, of in get_type_hints(kind).items() if name not in kind._field_defaults)
    return 1


def _options(kind: Any) -> set[Any]:
    """Return the types that an annotation allows."""
    return set(get_args(kind) if get_origin(kind) in {Union, UnionType} else (kind,))


def _value_kind(kind: Any) -> Any:
    """Return the type of an annotation's values other than None; Any where there are several."""
    options = _options(kind) - {NoneType}
    return options.pop() if len(options) == 1 else Any


def _reader(kind: Any, width: int, place: str) -> Reader:
    """Return the reader of a field of `width` columns; `place` names it in messages."""
    if get_origin(kind) is tuple:
        item = get_args(kind)[0]
        columns = _width(item) or 1
        if width % columns:
            raise ValueError(f"{width} columns are no whole number of items of {place}")
        read_item = _reader(item, columns, place)
        return lambda row, at: tuple(read_item(row, first) for first in range(at, at + width, columns))
    if hasattr(kind, "_fields"):
        return _row_reader(kind, width)
    convert, optional = CONVERTERS.get(_value_kind(kind), _plain), bool(_options(kind) & {NoneType, Any})

    def read(row: Sequence[Any], at: int) -> Any:
        value = row[at]
        if value is None and not optional:
            raise ValueError(f"{place} is NULL")
        return None if value is None else convert(value)

    return read
