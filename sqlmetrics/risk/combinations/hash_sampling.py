"""The share of the classes of each combination that an estimate samples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import NamedTuple

from sqlmetrics.risk.combinations.lattice import Keys
from sqlmetrics.risk.estimation.sums import HASHES

WHOLE = 100_000
"""The most counts of a combination of which every class is counted."""

FEWEST = 512
"""About how many classes are sampled at least."""

LOOKED_AT = 10_000
"""About how many classes of all keys are looked at for the number of classes of combinations."""

MOST_TOGETHER = 16
"""The most combinations for which the counts are read together."""


class SeenClasses(NamedTuple):
    """The classes of a combination among some: those found, and those found once and twice."""

    subset_number: int
    found: int
    once: int
    twice: int

    @property
    def classes(self) -> float:
        """The estimated number of classes, no more than there are but by chance (Chao 1984)."""
        return self.found + self.once * max(self.once - 1, 0) / (2 * (self.twice + 1))


class Size(NamedTuple):
    """The estimated classes of a combination, and its counts of classes and values."""

    classes: float
    counts: float

    @property
    def whole(self) -> bool:
        """Whether every class is counted."""
        return self.counts <= WHOLE


def size(keys: Keys, cardinalities: Sequence[int], counts: int, values: int, seen: SeenClasses | None = None) -> Size:
    """Return the size of a combination of keys with so many values each.

    `counts` are those of all keys and one target, which has so many values; `seen` are the classes
    found among some.
    """
    classes = min(prod(float(cardinalities[place]) for place in keys), float(counts))
    if seen is not None:
        classes = min(classes, seen.classes)
    return Size(classes, min(classes * values, float(counts)))


def threshold(size: Size, asked: float) -> int:
    """Return the threshold below which the hashes of a combination's sampled classes are.

    A share is asked for, or from 1 on about how many counts of classes and values. It is raised
    where it would leave too few classes.
    """
    share = asked if asked < 1 else asked / max(size.counts, 1.0)
    fewest = FEWEST if asked < 1 else min(FEWEST, asked)
    share = max(share, fewest / max(size.classes, 1.0))
    return HASHES if size.whole else min(round(share * HASHES), HASHES)


def together(thresholds: Mapping[Keys, int], most: float) -> list[list[Keys]]:
    """Return combinations in groups that share keys, by their thresholds.

    The shares of a group add up to no more than `most`, where it has more than one.
    """
    groups: list[list[Keys]] = []
    filled = 0.0
    for keys in sorted(thresholds, key=lambda keys: sorted(keys, reverse=True)):
        part = thresholds[keys] / HASHES
        if part > most / 2:
            groups.insert(0, [keys])
        elif not groups or filled + part > most or len(groups[-1]) == MOST_TOGETHER or filled == 0:
            groups.append([keys])
            filled = part
        else:
            groups[-1].append(keys)
            filled += part
    return groups
