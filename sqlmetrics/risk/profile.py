"""The profile of a relation: counts of each column, what it looks like, and the role to propose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlmetrics.engine.engine import describe, end_transaction
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.engine.source import Source, opened_records
from sqlmetrics.errors import QueryError
from sqlmetrics.risk.columns.look import SAMPLE, Look, looks
from sqlmetrics.risk.columns.sample import SampledColumn, sample_of
from sqlmetrics.risk.columns.together import Together, unique_together
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.render import render

COUNTED_TOGETHER = 50
"""The most columns of a statement, whose groups an engine may hold at the same time."""


@dataclass(frozen=True)
class ColumnProfile:
    """One column's profile: its counts in the relation, what it looks like, and its sample.

    `distinct` counts values, NULL as one. `distinction` is distinct / records and `separation` the
    share of pairs of records that differ in the column (Motwani and Xu 2007); both are None where
    there are too few records, and where the engine cannot group the column's values.
    """

    name: str
    type: str
    records: int
    nulls: int
    distinct: int
    distinction: float | None
    separation: float | None
    look: Look
    sample: SampledColumn


@dataclass(frozen=True)
class Profile:
    """The profile of a relation's columns, and those that single out records only together."""

    columns: tuple[ColumnProfile, ...]
    together: tuple[Together, ...]

    @property
    def records(self) -> int:
        """The records of the relation."""
        return self.columns[0].records if self.columns else 0

    @property
    def sampled(self) -> int:
        """The records of the sample."""
        return len(self.columns[0].sample.values) if self.columns else 0


class ColumnRow(NamedTuple):
    """A row of the macro `profile`."""

    position: int
    records: int
    nulls: int
    distinct: int
    distinction: float | None
    separation: float | None


def profile(spec: Spec, progress: Progress | None = None) -> Profile:
    """Return the profile of the records of a spec's relation. Raises SpecError, QueryError.

    The relation is read once for each column, and its first records as a sample.
    """
    with opened_records(spec, progress) as source:
        columns = describe(source.engine, source.from_sql, source.name)
        if not columns:
            return Profile((), ())
        names = [name for name, _ in columns]
        with source.engine.progress.step("profile", source.name, numbered=True):
            starts = range(0, len(names), COUNTED_TOGETHER)
            rows = [row for start in starts for row in _counted(source, names[start : start + COUNTED_TOGETHER])]
        with source.engine.progress.step("look", source.name):
            sample = sample_of(source, columns, SAMPLE)
    found = [
        one if row is None else one.among(row.records, row.nulls, row.distinct - (row.nulls > 0))
        for one, row in zip(looks(sample), rows, strict=True)
    ]
    held = [column for column, one in zip(sample, found, strict=True) if one.role in {"quasi_identifier", "sensitive"}]
    records = max(row.records for row in rows if row is not None)
    return Profile(
        tuple(_profile(*parts, records) for parts in zip(found, sample, rows, strict=True)),
        tuple(unique_together(held)),
    )


def _counted(source: Source, columns: Sequence[str]) -> list[ColumnRow | None]:
    """Return the counts of columns, None for those whose values the engine cannot group.

    Raises QueryError where it can count none of them.
    """
    query = render("profile", source.from_sql, list(columns), dialect=source.engine.dialect)
    try:
        return [*fetch_rows(source.engine, query, source.name, ColumnRow, "profile")]
    except QueryError:
        end_transaction(source.engine)
        source.engine.time_left(source.name)
        if len(columns) == 1:
            return [None]
        apart = [row for column in columns for row in _counted(source, [column])]
        if any(row is not None for row in apart):
            return apart
        raise


def _profile(one: Look, column: SampledColumn, row: ColumnRow | None, records: int) -> ColumnProfile:
    """Return a column's profile, with the counts of its sample where there are no others."""
    counts = row or ColumnRow(0, records, one.nulls, one.distinct + (one.nulls > 0), None, None)
    return ColumnProfile(
        name=one.name,
        type=column.type,
        records=counts.records,
        nulls=counts.nulls,
        distinct=counts.distinct,
        distinction=counts.distinction,
        separation=counts.separation,
        look=one,
        sample=column,
    )
