"""A bounded sample of a relation's records, pulled from the database as texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from sqlmetrics.columns.recognised import LENGTH
from sqlmetrics.columns.values import Value
from sqlmetrics.engine.client import Rows
from sqlmetrics.engine.engine import end_transaction, fetch
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import QueryError
from sqlmetrics.statement.render import render

EXAMINED = 500
"""The most distinct values of a column that are examined, evenly over the sample's values."""

CELLS = 2_000_000
"""About how many values a sample has: of more than 200 columns it has fewer records."""

FEWEST = 1_000
"""The fewest records that are sampled, however many the columns."""


@dataclass(frozen=True)
class SampledColumn:
    """A column of the sample: a value for each record, None for NULL and for a text of blanks.

    `readable` is false where the engine cannot give its values as texts.
    """

    name: str
    type: str
    values: tuple[str | None, ...]
    readable: bool = True

    @cached_property
    def counts(self) -> dict[str, int]:
        """The records of each distinct value, NULL apart, in the order of the sample."""
        counts: dict[str | None, int] = Counter(self.values)
        return {text: records for text, records in counts.items() if text is not None}

    @cached_property
    def nulls(self) -> int:
        """The records without a value."""
        return len(self.values) - sum(self.counts.values())

    def distinct(self, step: int = 1) -> list[Value]:
        """Return the distinct values but NULL with their records, or one of each `step`."""
        return [Value(*counted) for counted in islice(self.counts.items(), 0, None, step)]


def sample_of(source: Source, columns: Sequence[tuple[str, str]], records: int) -> list[SampledColumn]:
    """Return the first records that the engine gives, by columns with their types.

    There are at most `records`, and fewer of many columns, so that time and memory have a bound.
    A column whose values are no texts, as pictures are, is not readable. Raises QueryError where
    the engine reads none of the columns.
    """
    records = min(records, max(CELLS // max(1, len(columns)), FEWEST))
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
    """Return each value as text without blanks around it, or None where nothing is left.

    Equal values become one text.
    """
    values = [bytes(value) if type(value) is bytearray else value for value in values]
    texts = {value: (value.strip() or None) if type(value) is str else _text(value) for value in set(values)}
    return tuple(map(texts.__getitem__, values))


def _text(value: object) -> str | None:
    """Return a value that is no text as one."""
    if value is None:
        return None
    text = value.decode(errors="replace") if isinstance(value, bytes | bytearray) else str(value)
    return text.strip() or None
