"""The queries for a release: their conditions, and the generation from the original."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import combinations
from typing import NamedTuple

from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.columns import DATE_BINS, Bin, UtilityColumn, as_decimal
from sqlmetrics.release.utility.groups import Group, GroupSample

BANDS = (10, 50, 100, 500, 1000, 5001)
"""The sizes of true answers, in individuals or records: the five bands of the GDA Score."""

PAIRS = 6
PAIRS_OF_MANY = 4
"""The most pairs of columns with conditions, and the most in more than MOST_RECORDS."""

SINGLES = 40
"""The most columns that are put under conditions on their own."""

LEAST_GROUP = 30
"""The records in one of the finest bins on average."""

MOST_BINS = 200_000
FACTORS = (1, 2, 4, 5, 20, 40, 50, 100)
"""The numbers of finest bins that a condition can take together."""

MOST_GROUPS = 10_000
MOST_RECORDS = 1_000_000
"""The numbers of groups and of records above which only a part is counted, by the seed."""

TOO_MANY = 20_000
ROOMY = 20_000
"""Pairs that make more groups, or have more records on average, are left out where others are."""

MONDAY = datetime(1969, 12, 29)
"""The start of a range of time: weeks begin on Mondays, hours on the hour, days at midnight."""

MEASURES = ("records", "individuals", "sum", "average", "min", "max")


class QueryCondition(NamedTuple):
    """A condition on one column: a value, or a range that includes `low` and excludes `high`."""

    column: UtilityColumn
    value: str | None = None
    low: str | None = None
    high: str | None = None

    def __str__(self) -> str:
        if self.value is not None:
            return f"{self.column.name} = {self.value}"
        bounds = [f">= {self.low}"] if self.low is not None else []
        bounds += [f"< {self.high}"] if self.high is not None else []
        return f"{self.column.name} {' and '.join(bounds)}"


@dataclass(frozen=True)
class Grade:
    """A way to make conditions of a base's groups.

    The factor of a column is 0 to leave it out, 1 to take its value or bin, else a number of bins.
    """

    number: int
    factors: tuple[int, ...]


@dataclass(frozen=True)
class Base:
    """A count table, and the conditions that are made of its groups.

    Relations are grouped by columns, some in bins, and counted with the measures of one column of
    numbers.

    `sample` gives the groups to count, where these are not all.
    """

    number: int
    workload: str
    columns: tuple[tuple[UtilityColumn, Bin | None], ...]
    measured: str | None
    grades: tuple[Grade, ...]
    measures: tuple[str, ...]
    sample: GroupSample | None = None

    @property
    def group(self) -> Group:
        """The columns to group by, with the measured column and the sample."""
        return Group(self.number, self.columns, self.measured, self.sample)

    def conditions(self, grade: Grade, codes: Sequence[str | None]) -> tuple[QueryCondition, ...]:
        """Return the conditions that a grade makes of one of the groups."""
        return tuple(
            _condition(column, bin_, factor, code)
            for (column, bin_), factor, code in zip(self.columns, grade.factors, codes, strict=False)
            if factor and code is not None
        )


def _condition(column: UtilityColumn, bin_: Bin | None, factor: int, code: str) -> QueryCondition:
    if bin_ is None:
        return QueryCondition(column, code)
    if bin_.kind in {"date", "time"}:
        return QueryCondition(column, **_range_of_time(column, bin_, code))
    place = int(float(code))
    if bin_.kind == "cuts":
        return QueryCondition(
            column,
            low=bin_.cuts[place - 1] if place > 0 else None,
            high=bin_.cuts[place] if place < len(bin_.cuts) else None,
        )
    width = bin_.width * factor
    return QueryCondition(column, low=as_decimal(place * width), high=as_decimal((place + 1) * width))


def _range_of_time(column: UtilityColumn, bin_: Bin, code: str) -> dict[str, str]:
    """Return the ends of a bin of time. Raises SpecError where no calendar has them."""
    try:
        if bin_.kind == "date":
            return _time_range(code)
        width = timedelta(seconds=int(bin_.width))
        low = MONDAY + int(float(code)) * width
        return {"low": low.isoformat(" "), "high": (low + width).isoformat(" ")}
    except (ValueError, OverflowError) as error:
        raise SpecError(
            f"'{column.name}' has dates that are not of the years 1 to 9999; leave their records out by"
            " `original_where`, or its bins"
        ) from error


def _time_range(code: str) -> dict[str, str]:
    """Return the ends of a year to a minute, which is the start of a text of ISO 8601."""
    for unit in ("hour", "minute"):
        if len(code) == DATE_BINS[unit]:
            low = datetime.fromisoformat(code)
            return {"low": low.isoformat(" "), "high": (low + timedelta(**{f"{unit}s": 1})).isoformat(" ")}
    parts = [int(part) for part in code.split("-")]
    first = date(parts[0], parts[1] if len(parts) > 1 else 1, parts[2] if len(parts) > 2 else 1)
    after = first + timedelta(days=1)
    if len(parts) < 3:
        after = date(
            first.year + (len(parts) == 1 or first.month == 12), 1 if len(parts) == 1 else first.month % 12 + 1, 1
        )
    return {"low": first.isoformat(), "high": after.isoformat()}


def generic_bases(columns: Sequence[UtilityColumn], records: int, *, seed: int, counted: bool) -> list[Base]:
    """Return the count tables of the generated workload, of single columns and of pairs.

    The seed picks pairs where they are many.

    Bins are as wide as makes groups of ten to some thousand records; `counted` says whether
    individuals are counted apart.
    """
    pick = random.Random(seed)  # noqa: S311 - a reproducible choice, not a secret
    usable = [column for column in columns if column.distinct > 1]
    numeric = [column.name for column in columns if column.numeric]
    bases: list[Base] = []
    alone: set[UtilityColumn] = set()

    def add(of: Sequence[UtilityColumn]) -> None:
        """Add a count table of columns, whose measure takes turns among the other numbers."""
        bins = _bins(of, records)
        rest = [name for name in numeric if name not in {column.name for column in of}]
        name = rest[len(bases) % len(rest)] if rest else None
        place, size, every = _sampling(of, bins, records)
        sample = GroupSample(place, size, every, pick.randrange(every)) if every > 1 else None
        factors = _factors(of, bins, sample, alone)
        if sample is None:
            alone.update(column for column, bin_ in zip(of, bins, strict=True) if bin_ is None)
        first = sum(len(base.grades) for base in bases) + 1
        measures = ["records", *(("sum", "average", "min", "max") if name is not None else ())]
        bases.append(
            Base(
                number=len(bases) + 1,
                workload="generic",
                columns=tuple(zip(of, bins, strict=True)),
                measured=name,
                grades=tuple(Grade(number, taken) for number, taken in enumerate(factors, first)),
                measures=(*(("individuals",) if counted else ()), *measures),
                sample=sample,
            )
        )

    for pair in _pairs(usable, records, pick):
        add(pair)
    single = [column for column in usable if column not in alone and column.rare]
    for column in single if len(single) <= SINGLES else pick.sample(single, SINGLES):
        add([column])
    return bases


def _pairs(columns: Sequence[UtilityColumn], records: int, pick: random.Random) -> list[tuple[UtilityColumn, ...]]:
    """Return the pairs of columns with conditions: a choice at random where there are many."""
    pairs: list[tuple[UtilityColumn, ...]] = list(combinations(columns, 2))
    fit = [pair for pair in pairs if records <= ROOMY * pair[0].distinct * pair[1].distinct]
    pairs = [pair for pair in fit if _counted(pair, _bins(pair, records), records) <= TOO_MANY] or fit or pairs
    most = PAIRS if records <= MOST_RECORDS else PAIRS_OF_MANY
    if len(pairs) <= most:
        return pairs
    return sorted(pick.sample(pairs, most), key=lambda pair: (pair[0].number, pair[1].number))


def _factors(
    columns: Sequence[UtilityColumn],
    bins: Sequence[Bin | None],
    sample: GroupSample | None,
    alone: AbstractSet[UtilityColumn],
) -> list[tuple[int, ...]]:
    """Return the factors of grades: bins of numbers together, or a column not `alone` yet."""
    ranged = [bin_ is not None and bin_.kind == "number" for bin_ in bins]
    steps = [step for step in FACTORS if sample is None or sample.size % step == 0] if any(ranged) else [1]
    factors = [tuple(step if in_range else 1 for in_range in ranged) for step in steps]
    for place, column in enumerate(columns):
        if len(columns) > 1 and sample is None and bins[place] is None and column not in alone:
            factors.append((1, 0) if place == 0 else (0, 1))
    return factors


def _sampling(columns: Sequence[UtilityColumn], bins: Sequence[Bin | None], records: int) -> tuple[int, int, int]:
    """Return which groups of columns are counted: a place, a size and a number of blocks.

    The place, from 1, is the place of the column with most bins, the size is the size of its
    blocks, and one block in that number is counted.
    """
    sizes = [_groups(column, bin_) for column, bin_ in zip(columns, bins, strict=True)]
    made = [
        (groups, place)
        for place, (groups, bin_) in enumerate(zip(sizes, bins, strict=True), 1)
        if bin_ and bin_.kind == "number"
    ]
    if not made:
        return 1, 1, 1
    most, place = max(made)
    groups = min(math.prod(sizes), records)
    wanted = int(max(groups // MOST_GROUPS, records // MOST_RECORDS, 1))
    size = next((step for step in reversed(FACTORS) if most >= step * wanted), 1)
    return place, size, min(wanted, int(most))


def _counted(columns: Sequence[UtilityColumn], bins: Sequence[Bin | None], records: int) -> float:
    """Return the most groups of columns that are counted."""
    groups = min(math.prod(_groups(column, bin_) for column, bin_ in zip(columns, bins, strict=True)), records)
    return groups / _sampling(columns, bins, records)[2]


def _groups(column: UtilityColumn, bin_: Bin | None) -> float:
    """Return the most groups that a column makes."""
    if bin_ is None or bin_.kind == "date":
        return column.distinct
    return min(float(column.span / bin_.width) + 1, column.distinct)


def _bins(columns: Sequence[UtilityColumn], records: int) -> list[Bin | None]:
    """Return the finest bins of continuous columns that are put under conditions together."""
    groups = min(max(records / LEAST_GROUP, 4.0), float(MOST_BINS))
    ranged = sorted(
        (column for column in columns if column.continuous and column.ranged), key=lambda column: column.distinct
    )
    left = groups / math.prod(column.distinct for column in columns if column not in ranged)
    bins: dict[UtilityColumn, Bin | None] = {}
    for place, column in enumerate(ranged):
        bins[column] = column.bin(max(left ** (1 / (len(ranged) - place)), 4.0))
        left /= _groups(column, bins[column])
    return [bins.get(column) for column in columns]
