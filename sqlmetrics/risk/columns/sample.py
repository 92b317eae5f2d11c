"""A bounded sample of a relation's records, pulled from the database as texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sqlmetrics.engine.client import Rows
from sqlmetrics.engine.engine import end_transaction, fetch
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import QueryError
from sqlmetrics.risk.columns.recognised import LENGTH
from sqlmetrics.risk.columns.values import Value
from sqlmetrics.statement.render import render

EXAMINED = 500
"""The most distinct values of a column that are examined, evenly over those of the sample."""


@dataclass(frozen=True)
class SampledColumn:
    """A column of the sample: a value for each record, None for NULL and for a text of blanks.

    `readable` is false where the engine cannot give its values as texts.
    """

    name: str
    type: str
    values: tuple[str | None, ...]
    readable: bool = True

    def distinct(self) -> list[Value]:
        """Return the distinct values with their records, NULL apart."""
        return [Value(text, records) for text, records in Counter(self.values).items() if text is not None]


def sample_of(source: Source, columns: Sequence[tuple[str, str]], records: int) -> list[SampledColumn]:
    """Return the first records that the engine gives, by columns with their types.

    A column whose values are no texts, as pictures are, is not readable. Raises QueryError where
    the engine reads none of the columns.
    """
    try:
        rows = _read(source, [name for name, _ in columns], records)
    except QueryError:
        end_transaction(source.engine)
        source.engine.time_left(source.name)
        if len(columns) == 1:
            return [SampledColumn(*columns[0], (), readable=False)]
        apart = [column for one in columns for column in sample_of(source, [one], records)]
        if any(column.readable for column in apart):
            return apart
        raise
    by_column = zip(*rows, strict=True) if rows else [()] * len(columns)
    return [
        SampledColumn(name, of_type, _texts(values)) for (name, of_type), values in zip(columns, by_column, strict=True)
    ]


def _read(source: Source, columns: Sequence[str], records: int) -> Rows:
    """Return the rows of the sample."""
    query = render("some_records", source.from_sql, columns, records, LENGTH, dialect=source.engine.dialect)
    return fetch(source.engine, query, source.name, "look")


def _texts(values: Sequence[object]) -> tuple[str | None, ...]:
    """Return values as texts without blanks around them, each distinct one cut once."""
    try:
        texts = {value: _text(value) for value in set(values)}
    except TypeError:  # values of a driver that have no hash, such as a bytearray
        return tuple(map(_text, values))
    return tuple(map(texts.__getitem__, values))


def _text(value: object) -> str | None:
    """Return a value as text without blanks around it, None for nothing."""
    if value is None:
        return None
    text = value.decode(errors="replace") if isinstance(value, bytes | bytearray) else str(value)
    return text.strip() or None
