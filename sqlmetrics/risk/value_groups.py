"""Values joined to groups, the nearest first, by the mean distance between values of two groups.

No record is gone through: what is joined are the few values of a column.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlmetrics.spec.distances import Distances

ALIKE = 12
"""The digits by which distances differ: sums of doubles may differ further behind."""


class Grouping(NamedTuple):
    """Values in groups, after some joins.

    `distance` is the mean distance between the values of the two groups that were joined last.
    `joined` is the group that they made. Before the first join they are None and empty.
    """

    groups: tuple[tuple[str, ...], ...]
    distance: float | None
    joined: tuple[str, ...]


def groupings(values: Sequence[str], distances: Distances) -> list[Grouping]:
    """Return the groups of values after each join, from single values to two groups.

    The two groups of the least mean distance are joined; of several such pairs the first in the
    order of the values. Groups, and the values of a group, keep that order.
    """
    groups: list[tuple[str, ...]] = [(value,) for value in values]
    sums = {
        (one, other): distances[frozenset((groups[one][0], groups[other][0]))]
        for one in range(len(groups))
        for other in range(one + 1, len(groups))
    }
    there = dict(enumerate(groups))
    found = [Grouping(tuple(groups), None, ())]
    place = {value: number for number, value in enumerate(values)}
    while len(there) > 2:
        one, other = min(sums, key=lambda pair: (round(_mean(pair, sums, there), ALIKE), pair))
        distance = _mean((one, other), sums, there)
        joined = tuple(sorted(there[one] + there.pop(other), key=place.__getitem__))
        there[one] = joined
        sums = _joined_sums(sums, one, other)
        found.append(Grouping(tuple(there.values()), distance, joined))
    return found


def _mean(pair: tuple[int, int], sums: Mapping[tuple[int, int], float], there: Mapping[int, Sequence[str]]) -> float:
    """Return the mean distance between the values of two groups."""
    one, other = pair
    return sums[pair] / (len(there[one]) * len(there[other]))


def _joined_sums(sums: Mapping[tuple[int, int], float], one: int, other: int) -> dict[tuple[int, int], float]:
    """Return the sums of distances between groups where one group takes in another."""
    joined: dict[tuple[int, int], float] = {}
    for pair, distance in sums.items():
        first, second = (one if number == other else number for number in pair)
        if first != second:
            key = (min(first, second), max(first, second))
            joined[key] = joined.get(key, 0.0) + distance
    return joined
