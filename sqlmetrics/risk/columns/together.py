"""Columns of a sample that tell records apart only together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from sqlmetrics.risk.columns.sample import SampledColumn

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


def unique_together(
    sample: Sequence[SampledColumn], *, least: float = 0.8, longest: int = 3, apart: float = 0.95
) -> list[Together]:
    """Return the pairs and triples of columns that single out at least a share of the records.

    A combination with a part that does so is left out, and so are columns of which the distinct
    values are at least the share `apart` of the records. The highest share is first.
    """
    held = {column.name: column for column in sample if column.readable and len(column.values) >= FEWEST}
    sizes = {name: len(column.counts) + (column.nulls > 0) for name, column in held.items()}
    useful = [name for name, size in sizes.items() if 1 < size < apart * len(held[name].values)]
    widest = sorted(useful, key=lambda name: -sizes[name])[:WIDEST]
    codes = {name: _codes(held[name].values) for name in widest}
    found: list[Together] = []
    for length in range(2, longest + 1):
        for names in combinations(sorted(widest, key=useful.index), length):
            if any(set(earlier.columns) <= set(names) for earlier in found):
                continue
            counts = Counter(zip(*(codes[name] for name in names), strict=True))
            alone = sum(count == 1 for count in counts.values()) / sum(counts.values())
            if alone >= least:
                found.append(Together(names, alone))
    return sorted(found, key=lambda one: -one.share)


def _codes(values: Sequence[str | None]) -> list[int]:
    """Return a number for each value, the same for the same one."""
    numbers: dict[str | None, int] = {}
    return [numbers.setdefault(value, len(numbers)) for value in values]
