"""The profile of a relation: counts of each column, what it looks like, and the role to propose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from sqlmetrics.columns.kinds import Role
from sqlmetrics.columns.layout import as_parted
from sqlmetrics.columns.look import SAMPLE, Look
from sqlmetrics.columns.looks import looks
from sqlmetrics.columns.sample import SampledColumn, sample_of
from sqlmetrics.engine.engine import describe, end_transaction
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.reading.reading import Reading
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.engine.source import Source, opened_records
from sqlmetrics.errors import QueryError
from sqlmetrics.spec.place import Query, bare, name_of
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.render import render

COUNTED_TOGETHER = 50
"""The most columns of a statement, whose groups an engine may hold at the same time."""


LEAST = 0.8
"""The least share of the sample's records that columns single out together."""

APART = 0.95
"""The share of different values from which a column singles out records by itself."""

WIDEST = 12
"""The most columns that are combined, those with the most values."""

FEWEST = 20
"""The fewest records of a sample in which being alone tells anything."""


class Together(NamedTuple):
    """Columns and the share of the sample's records that are alone in their values of them.

    Fewer records are alone in the whole relation than in a sample of it.
    """

    columns: tuple[str, ...]
    share: float


def unique_together(sample: Sequence[SampledColumn]) -> list[Together]:
    """Return the pairs and triples of columns that single out at least a share of the records.

    A combination with a part that does so is left out, and so are columns whose distinct
    values are at least the share APART of the records. The highest share is first.
    """
    held = {column.name: column for column in sample if column.readable and len(column.values) >= FEWEST}
    sizes = {name: len(column.counts) + (column.nulls > 0) for name, column in held.items()}
    useful = [name for name, size in sizes.items() if 1 < size < APART * len(held[name].values)]
    widest = sorted(useful, key=lambda name: -sizes[name])[:WIDEST]
    codes = {name: _codes(held[name].values) for name in widest}
    found: list[Together] = []
    for length in (2, 3):
        for names in combinations(sorted(widest, key=useful.index), length):
            if any(set(earlier.columns) <= set(names) for earlier in found):
                continue
            counts = Counter(zip(*(codes[name] for name in names), strict=True))
            alone = sum(count == 1 for count in counts.values()) / sum(counts.values())
            if alone >= LEAST:
                found.append(Together(names, alone))
    return sorted(found, key=lambda one: -one.share)


def _codes(values: Sequence[str | None]) -> list[int]:
    """Return a number for each value, the same for the same one."""
    numbers: dict[str | None, int] = {}
    return [numbers.setdefault(value, len(numbers)) for value in values]


@dataclass(frozen=True)
class ColumnProfile:
    """One column's profile: its counts in the relation, what it looks like, and its sample.

    `distinct` counts values, NULL as one, and `alone` the records whose value no other has.
    `distinction` is distinct / records and `separation` the share of pairs of records that differ
    in the column (Motwani and Xu 2007). They are None where there are too few records, and all
    three where the engine cannot group the column's values. `written` is an example of how the
    texts are written that its numbers or dates are in a file.
    """

    name: str
    type: str
    records: int
    nulls: int
    distinct: int
    alone: int | None
    distinction: float | None
    separation: float | None
    look: Look
    sample: SampledColumn
    written: str = ""


@dataclass(frozen=True)
class Profile:
    """The profile of a relation's columns, and the columns that single out records together.

    `reading` is how its files were read, where it is one of files.
    """

    columns: tuple[ColumnProfile, ...]
    together: tuple[Together, ...]
    reading: Reading | None = None

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
    alone: int | None
    distinction: float | None
    separation: float | None


def profile(spec: Spec, progress: Progress | None = None) -> Profile:
    """Return the profile of the records of a spec's relation. Raises SpecError, QueryError.

    The relation is read once for each column, and its first records as a sample.
    """
    with opened_records(spec, progress) as source:
        return profile_of(source, spec)


def profile_of(source: Source, spec: Spec) -> Profile:
    """Return the profile of the records of a spec's relation, which is open. Raises QueryError."""
    columns = describe(source.engine, source.from_sql, source.name)
    if not columns:
        return Profile((), ())
    names = [name for name, _ in columns]
    with source.engine.progress.step("profile", source.name, numbered=True):
        starts = range(0, len(names), COUNTED_TOGETHER)
        rows = [row for start in starts for row in _counted(source, names[start : start + COUNTED_TOGETHER])]
    with source.engine.progress.step("look", source.name):
        sample = sample_of(source, columns, SAMPLE)
    files = source.engine.files
    written = {} if files is None else files.examples(name_of(bare(spec.records)))
    found = [
        one if row is None else one.among(row.records, row.nulls, row.distinct - (row.nulls > 0))
        for one, row in zip(looks(sample), rows, strict=True)
    ]
    reading = source.engine.reading
    if reading is not None and not isinstance(bare(spec.records), Query):
        found = [as_parted(one) if one.name in reading.parted_by else one for one in found]
    held = [column for column, one in zip(sample, found, strict=True) if one.role in {"quasi_identifier", "sensitive"}]
    records = max(row.records for row in rows if row is not None)
    return Profile(
        tuple(
            _profile(one, column, row, records, written.get(one.name, ""))
            for one, column, row in zip(found, sample, rows, strict=True)
        ),
        tuple(unique_together(held)),
        reading,
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


def _profile(one: Look, column: SampledColumn, row: ColumnRow | None, records: int, written: str) -> ColumnProfile:
    """Return a column's profile, with the counts of its sample where there are no others."""
    counts = row or ColumnRow(0, records, one.nulls, one.distinct + (one.nulls > 0), None, None, None)
    return ColumnProfile(one.name, column.type, *counts[1:], look=one, sample=column, written=written)


def proposed_roles(profile: Profile) -> dict[str, Role]:
    """Return the role that is proposed for each column.

    One column tells people apart, the first that is surest to; others like it are identifiers.
    """
    roles: dict[str, Role] = {column.name: column.look.role for column in profile.columns}
    people = [column for column in profile.columns if column.look.role == "individual"]
    sure = sorted(people, key=lambda column: ("high", "medium", "low").index(column.look.confidence))
    for column in people:
        if column is not sure[0]:
            roles[column.name] = "identifier"
    return roles
